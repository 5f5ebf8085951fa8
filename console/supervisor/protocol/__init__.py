"""The table protocol for other programs: its lines and views as schemas that their developers build upon."""
