"""A round of whichever game a table plays: the value that its state holds.

Every game's round has the same few names: ``place`` (where the next card goes, if one is due), ``deal``,
``dealt`` (how many cards lie there), ``cards``, ``laid`` and ``in_view`` (with their places, in the order
dealt; as they are, and as everybody may see them), ``totals`` (by a hand's name), ``is_empty`` (nobody plays
it) and ``outcome``. What else a round has, only its game knows. A spin has no cards: none is due, none lies.
"""

from __future__ import annotations

from console.game import baccarat, blackjack, blackjack_due, roulette

Play = baccarat.Coup | blackjack.Round | roulette.Spin
"""A round; in JSON its field ``game`` says of which game."""

Place = baccarat.Place | blackjack_due.Place
"""Where a card goes: its hand's ``name``, its position ``card`` from 1, and whether it lies ``face_down``."""
