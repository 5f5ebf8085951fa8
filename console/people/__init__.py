"""Who may sign in at a table: people, their roles, and the PINs that prove who they are.

It never knows a table, a journal or a screen. PINs are kept as argon2 hashes alone, and no text that leaves
this package, an error's or a log's, holds one.
"""

from __future__ import annotations

from console.people.answers import Answer, Given, Known, Locked, People, Unknown, Wrong
from console.people.table_people import open_people

__all__ = ["Answer", "Given", "Known", "Locked", "People", "Unknown", "Wrong", "open_people"]
