"""What makes the two commands stand on a fresh computer: environment, system packages, their stamp."""
