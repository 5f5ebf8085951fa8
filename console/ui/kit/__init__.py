"""What any screen is built from: colours and type, painted surfaces, what is pressed and typed into."""
