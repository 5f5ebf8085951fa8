"""The supervisor's screens: what reads journals for them, what makes files, and where they are shown."""
