"""When it goes wrong: the screens that ask, name the outcome and lead through its steps."""
