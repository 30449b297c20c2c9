"""Why a case failed: one stage, one reason, what probably caused it and where to look."""
