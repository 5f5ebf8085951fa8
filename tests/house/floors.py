"""The parts of the console, what lies below each, and the rooms of each part from below."""

from __future__ import annotations

from console.app.parts import PARTS

BELOW = {
    "base": (),
    "table": ("base",),
    "supervisor": ("base", "table"),
    "floor": ("base", "table", "supervisor"),
    "commissioning": ("base", "table", "supervisor"),
    "rehearsals": ("base", "table", "supervisor"),
    "app": ("base", "table"),
}
"""By part, those that it may import: through their doors alone. What app needs of the others, it gets from
their values (:mod:`console.app.parts`).
"""

ROOMS = {
    "base": (
        ("errors", "plain_text", "system"),
        ("setup", "software", "words"),
        ("command_line",),
    ),
    "table": (
        ("game",),
        ("devices", "incidents"),
        ("core",),
        ("journal", "link", "words"),
        ("people", "scenes"),
        ("config", "custody"),
        ("commands", "ui"),
    ),
    "supervisor": (
        ("history",),
        ("protocol", "records"),
        ("guide", "reports", "trial"),
        ("review",),
        ("commands",),
        ("ui",),
    ),
    "floor": (("monitoring", "recorder"), ("",), ("review", "studio"), ("commands",), ("ui",)),
    "commissioning": (("drift", "software"), ("",), ("commands",), ("ui",)),
    "rehearsals": (("",), ("proficiency",), ("commands",), ("ui",)),
    "app": (("",),),
}
"""By part, its rooms in lines from below: a room imports rooms of the lines below its own. The nameless one
is the part's own: its modules, and the folders that are not named here.
"""

assert [*PARTS] == [part for part in BELOW if part not in ("base", "app")]

UI_SEES = {
    "hands": (),
    "signs": (),
    "kit": ("hands", "signs"),
    "felt": ("kit", "hands", "signs"),
    "incident": ("felt", "kit", "hands", "signs"),
    "dealer": ("incident", "felt", "kit", "hands", "signs"),
    "sign_in": ("dealer", "kit", "hands", "signs"),
    "pit": ("sign_in", "dealer", "incident", "felt", "kit", "hands", "signs"),
    "page": ("window.bridge", "sign_in", "dealer", "kit", "hands", "signs"),
    "people": ("page", "sign_in", "dealer", "kit", "hands", "signs"),
    "window": ("pit", "sign_in", "dealer", "incident", "kit", "hands", "signs"),
}
"""The rooms of the table's screens that each of them sees as it is loaded.

Inside functions a screen may make what lies over it, and for types it may name what it was given.
"""

PANELS = "console.table.ui.incident.panels"
"""Loaded with the first incident: nothing of the dealer's own screen needs them before."""

TABLE_LAYERS = ("state", "protocol", "games", "play", "incident", "judging", "showing", "running")
"""The layers of the core, from below: each sees those that stand before it here."""
