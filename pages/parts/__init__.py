"""Drawing only: parts take models and call Streamlit."""
