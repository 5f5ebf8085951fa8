"""The people who may sign in at a table, with their roles and the PINs that prove who they are.

This package never knows a table, a journal or a screen. PINs are stored only as argon2 hashes, and no text
that leaves this package, in an error or a log, contains one.
"""

from __future__ import annotations

from console.table.people.answers import Answer, Known, Locked, People, PracticePerson, Unknown, Wrong

__all__ = ["Answer", "Known", "Locked", "People", "PracticePerson", "Unknown", "Wrong"]
