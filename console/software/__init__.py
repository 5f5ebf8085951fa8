"""What the console is made of, and whether what lies here is what was released."""
