"""What each command may be given: options and help, a module for each group of commands."""
