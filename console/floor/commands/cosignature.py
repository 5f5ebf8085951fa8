"""``dealer-console floor witness``: a third machine signs the head of each journal that it sees, hourly."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import BAD_ARGUMENTS, PROGRAM, Arg, Lang, of_file, print_refusal
from console.base.words import Words, system_text
from console.floor.configuration import load_floor
from console.floor.door import NoDoor
from console.floor.errors import FloorError
from console.floor.witness.cosigner import Cosigner
from console.floor.witness.heads import PostgresHeads
from console.table.config import ConfigError
from console.table.journal import JournalError

HOUR: Final = 3600.0
DEADLINE: Final = 60.0
"""Seconds that a call to the floor may take."""
TURNED: Final = 1
"""The exit status if a head was not signed because the floor was set back to an older state."""


def main(
    *,
    config: Annotated[Path, Arg("option.config_floor", "FILE")],
    key: Annotated[Path, Arg("option.witness_own", "FILE")],
    once: Annotated[bool, Arg("option.once")] = False,
    lang: Lang,
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Sign every head now and each hour, or once. Returns 1 if the floor was set back to an older state."""
    words = Words(lang)
    try:
        house = load_floor(config)
        witness = Cosigner(key)
        with closing(PostgresHeads(house.dsn, house.password(), DEADLINE)) as heads:
            while True:
                status = _sign_heads(witness, heads, words)
                if once:
                    return status
                wait(HOUR)
    except ConfigError as error:
        message = of_file(words, error)
    except (FloorError, JournalError) as error:
        message = words.text(error.key, **error.slots)
    except OSError as error:
        message = system_text(error, words)
    except KeyboardInterrupt:
        return 0
    return print_refusal(PROGRAM, message)


def _sign_heads(witness: Cosigner, heads: PostgresHeads, words: Words) -> int:
    try:
        heads.arrive()
        notes, turned = witness.sign(heads)
    except NoDoor as error:
        print(words.text("journal.floor.unreachable", reason=error), file=sys.stderr)
        return BAD_ARGUMENTS
    print(words.count("floor.witness.signed", len(notes), folder=witness.notes), flush=True)
    for each in turned:
        slots = {"table": each.table, "had": each.had, "when": each.when, "number": each.number}
        print(words.text(each.key, **slots), file=sys.stderr, flush=True)
    return TURNED if turned else 0
