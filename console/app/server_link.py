"""The link to a table's game server, or to the one that a simulated table has of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from console.config import LinkConfig, TableConfig
from console.devices.health import Health
from console.game.rulebook import Rulebook
from console.link.client import GameServerLink
from console.link.players import Players
from console.link.server import server_at
from console.words import Words
from console.words.output_line import encode


def server_link(
    link: LinkConfig,
    config: TableConfig,
    rulebook: Rulebook,
    offer: Callable[[bytes], bool],
    healthy: Callable[[Health], None],
    fail: Callable[[Exception], None],
) -> GameServerLink:
    """The link, not yet begun. Raises LinkError if it may not be so.

    It offers the server's lines to ``offer``, and tells of itself by ``healthy``.
    """
    person, market = Words(config.language), Words(rulebook.market)
    server = server_at(
        link.url,
        table=link.table or config.name,
        ca=link.ca,
        token_file=link.token_file,
        plain_ok=link.plain_ok,
    )
    return GameServerLink(server, offer, lambda view: encode(view, person, market), healthy, fail)


def stand_in(players: Players | None, stack: ExitStack) -> str:
    """Where a game server of the simulated table's own listens, on the loopback alone; ``stack`` ends it."""
    from console.link.stand_in import StandIn

    server = StandIn(players=players.due) if players is not None else StandIn()
    server.start()
    stack.callback(server.stop)
    return server.url
