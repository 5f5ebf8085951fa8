"""``dealer-console protocol replay``: a journal's night, played to a game server."""

from __future__ import annotations

import secrets
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, Lang, of_file, print_refusal, wrong
from console.base.plain_text import visible
from console.base.words import Words
from console.table.config import ConfigError, load_config
from console.table.core import game_of, new_journal_id, table_of
from console.table.game import RulebookError, load_rulebook
from console.table.journal import JournalError, Review, review
from console.table.link import (
    ConnectionEnded,
    LinkError,
    ReplayedNight,
    Server,
    Token,
    hello,
    night_views,
    read_token,
    server_at,
)
from console.table.words import encode

_COMMAND: Final = f"{PROGRAM} protocol"


def main(
    journal: Annotated[Path, Arg("option.journal", "JOURNAL")],
    url: Annotated[str, Arg("option.url_of_server", "URL")],
    *,
    speed: Annotated[float, Arg("option.speed_of_replay", "N", above_zero)] = 1.0,
    token_file: Annotated[Path | None, Arg("option.token_of_replay", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_of_replay", "TOML")] = None,
    ca: Annotated[Path | None, Arg("option.ca", "PEM")] = None,
    lang: Lang,
) -> int:
    """Play the night, and print where the server's lines differ. Returns 1 if they do, 2 on failure."""
    if token_file is not None and table is None:
        raise wrong("replay.table")
    words = Words(lang)
    try:
        own = load_config(table).link if table is not None else None
        with review(journal) as night:
            name = own.table if own is not None and own.table else night.identity.table
            server = server_at(url, table=name, ca=ca, token_file=token_file)
            if server.token is not None and own is not None and _is_own(server.token, own.token_file):
                raise LinkError("protocol.replay.own_token", file=str(token_file))
            return _play(night, server, speed, words)
    except (JournalError, LinkError) as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except ConfigError as error:
        return print_refusal(_COMMAND, of_file(words, error))
    except RulebookError as error:
        return print_refusal(_COMMAND, str(error))
    except ConnectionEnded:
        return print_refusal(_COMMAND, words.text("protocol.ended"))
    except OSError as error:
        reason = error.strerror or str(error)
        return print_refusal(_COMMAND, words.text("protocol.unreachable", url=url, reason=reason))


def above_zero(text: str) -> float:
    """A number above zero. Raises ValueError."""
    number = float(text)
    if not 0 < number <= 1e6:
        raise ValueError(text)
    return number


def _is_own(token: Token, file: Path | None) -> bool:
    """Whether the token is that of the table. Raises LinkError if the table's can't be read."""
    return file is not None and secrets.compare_digest(token.text.encode(), read_token(file).text.encode())


def _play(night: Review, server: Server, speed: float, words: Words) -> int:
    identity = night.identity
    rulebook = load_rulebook(identity.rules)
    number, state = night.begin(0)
    id = new_journal_id()
    game, market = game_of(rulebook, identity.game), Words(rulebook.market)
    views = night_views(game, table_of(state), night.entries(number), identity.table, id)
    differing = 0
    with closing(server.connect()) as end:
        end.sendall(hello(server.table, server.token, id, replay=True) + b"\n")
        played = ReplayedNight(end, speed)
        for each in played.play(views, lambda view: encode(view, words, market, replay=True)):
            differing += 1
            key = "protocol.replay.new" if each.is_new else "protocol.replay.missed"
            line = visible(each.line.decode("utf-8", "replace"))
            print(words.text(key, entry=each.entry, line=line), flush=True)
    print(words.text("protocol.replay.done", same=played.same, differing=differing))
    return int(differing > 0)
