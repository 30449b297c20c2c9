"""Which of the ranked tools to take, against which model's choice, and on what grounds."""
