"""What makes the two commands stand on a fresh machine: environment, system packages, their stamp."""
