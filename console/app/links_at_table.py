"""A table's links to the world: its devices' ports, its game server, and the stand-in of a simulated one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from console.base.words import Words
from console.table.config import DeviceConfig, LinkConfig, TableConfig
from console.table.core import About, Station, View, of_health
from console.table.devices import Health
from console.table.game import Rulebook
from console.table.ui.window import Bridge

if TYPE_CHECKING:
    from console.table.devices import SerialLink
    from console.table.link import GameServerLink, Players, Server


def serial_link(device: DeviceConfig, station: Station, bridge: Bridge) -> SerialLink:
    """A device's port, not yet open."""
    from console.table.devices import SerialLink

    role, quiet = device.role, device.silent_after

    def healthy(health: Health) -> None:
        station.note(of_health(About.DEVICE, health), text=role, reason=link.reason)
        bridge.device_changed.emit(role, health, link.reason)

    def on_data(received: bytes) -> None:
        station.receive(role, received, fresh=link.is_fresh)
        if quiet is not None:
            bridge.bytes_came.emit(role)

    link = SerialLink(device.url, on_data, healthy, bridge.fail, baud=device.baud, silent_after=quiet)
    return link


def game_server(link: LinkConfig, config: TableConfig) -> Server:
    """The game server of a table. Raises LinkError if its settings are not allowed."""
    from console.table.link import server_at

    return server_at(
        link.url,
        table=link.table or config.name,
        ca=link.ca,
        token_file=link.token_file,
        plain_ok=link.plain_ok,
    )


def server_link(
    server: Server,
    config: TableConfig,
    rulebook: Rulebook,
    *,
    journal: str,
    offer: Callable[[bytes], bool],
    healthy: Callable[[Health], None],
    fail: Callable[[Exception], None],
) -> GameServerLink:
    """The game server's link, not yet begun.

    ``journal`` is the id of the table's journal. It passes the server's lines to ``offer``, and its own
    health to ``healthy``.
    """
    from console.table.link import GameServerLink
    from console.table.words import encode

    person, market = Words(config.language), Words(rulebook.market)

    def spoken(view: View) -> bytes:
        return encode(view, person, market)

    return GameServerLink(server, offer, spoken, healthy, fail, journal=journal)


def stand_in(players: Players | None, stack: ExitStack) -> str:
    """The address of a simulated table's own game server, on the loopback alone; ``stack`` ends it."""
    from console.table.link import StandIn

    server = StandIn(players=lambda _: players.due) if players is not None else StandIn()
    server.start()
    stack.callback(server.stop)
    return server.url
