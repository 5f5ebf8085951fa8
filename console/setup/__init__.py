"""Makes the two commands work on a fresh computer: environment, system packages, and a stamp that says so."""
