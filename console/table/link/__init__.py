"""The link to the game server: the console connects and sends the table's views, the server sends lines.

It knows sockets, TLS and lines.
"""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.link.client import PATIENCE, GameServerLink
    from console.table.link.errors import LinkError
    from console.table.link.link_trial import LinkTrial, ServerAnswer
    from console.table.link.players import Habits, Players
    from console.table.link.replayed_night import ReplayedNight, night_views
    from console.table.link.server import Hello, InboundServer, Server, Token, hello, read_token, server_at
    from console.table.link.stand_in import StandIn
    from console.table.link.stream import ConnectionEnded, LineReader

__getattr__ = door(__name__)
