"""Two makes that nobody here has seen, as their tables' files describe them."""

from __future__ import annotations

SHOE = """\
[[device]]
role = "shoe"
model = "text_cards"
url = "PORT"
baud = 19200
pattern = [
  'CARD (?P<rank>[0-9A-Z]{1,2})(?P<suit>[♠♥♦♣])(?: #(?P<seq>[0-9]))?(?: BAT(?P<battery>[0-9]{1,3}))?',
  '(?P<cut_card>CUT)',
  'ERR (?P<error>[0-9]{2})',
  '(?P<unread>MISREAD)',
]
ranks = { "1" = "A", "11" = "J", "12" = "Q", "13" = "K" }
suits = { "♠" = "S", "♥" = "H", "♦" = "D", "♣" = "C" }
"""

WHEEL = """\
[[device]]
role = "wheel"
model = "text_wheel"
url = "PORT"
pattern = 'W(?P<game>[0-9]{3}) (?:(?P<ball>BALL)|WIN (?P<number>[0-9]{1,2})|FAIL (?P<error>[0-9]+)|IDLE)'
"""
