"""What is alarming on a floor, how much, in which order and in how many lines. Pure."""
