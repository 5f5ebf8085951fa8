"""``dealer-console journal verify``: the verdict on journals and proofs, and what a floor says beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from console.base.command_line import (
    Arg,
    BadArgument,
    Lang,
    not_installed,
    of_file,
    path_text,
    words_of,
    wrong,
)
from console.table.journal.proof.inclusion import is_json

if TYPE_CHECKING:
    from console.table.custody.verdict import ExpectedTable

HERE: Final = Path()
"""Stands for this machine's own floor."""


def verify(
    file: Annotated[tuple[Path, ...], Arg("option.verified", "FILE")],
    *,
    lang: Lang,
    key: Annotated[tuple[Path, ...], Arg("option.keys_of_seals", "PEM")] = (),
    head: Annotated[Path | None, Arg("option.head_kept", "SEAL")] = None,
    table: Annotated[str | None, Arg("option.whose", "NAME|TOML", path_text)] = None,
    witness: Annotated[tuple[Path, ...], Arg("option.witness_key", "PEM")] = (),
    floor: Annotated[Path | None, Arg("option.floor_compared", "TOML", const=HERE)] = None,
    floor_verdict: Callable[[Sequence[Path], str, Path | None], int] | None = None,
    proof_verdict: Callable[[Path, str, Sequence[Path], Any], int] | None = None,
) -> int:
    """Print the verdict: 0 good, 1 not good, 2 nothing that can be verified.

    ``floor_verdict`` prints whether the journals agree with a floor, by default with this machine's own.
    ``proof_verdict`` prints the verdict on a round's file or a proof, in a language, with the keys that were
    named, for an ``ExpectedTable`` or None; it returns the exit status.
    """
    from console.table.custody.verdict import NOT_VERIFIED
    from console.table.custody.verdict import main as verify_journal

    # An option that a verdict ignores makes its user believe that something was compared.
    if witness and head is None:
        raise wrong("required", names="--head")
    if len(file) == 1 and is_json(file[0]):
        for name, value in {"--head": head, "--floor": floor}.items():
            if value is not None:
                refusal = words_of().text("arguments.not_with", name=file[0])
                raise wrong("of", name=name, message=refusal)
        if proof_verdict is None:
            raise not_installed("supervisor")
        return proof_verdict(file[0], lang, key, _whose(table))
    if floor is not None and floor_verdict is None:
        raise not_installed("floor")
    status = verify_journal(file, lang, key, head, _whose(table), witness)
    if floor is None or floor_verdict is None or status == NOT_VERIFIED:
        return status
    return max(status, floor_verdict(file, lang, None if floor == HERE else floor))


def _whose(name: str | None) -> ExpectedTable | None:
    """The table of a verdict, if named; a table's file gives casino, game and rules as well."""
    if name is None:
        return None
    from console.table.custody.table_opening import UNNAMED, refuse_terminals
    from console.table.custody.verdict import ExpectedTable

    if not name.casefold().endswith(".toml"):
        return ExpectedTable(name)
    from console.table.config import ConfigError, load_config

    try:
        table = load_config(Path(name))
    except ConfigError as error:
        raise BadArgument(of_file(words_of(), error)) from error
    return ExpectedTable(table.name, table.game, table.rules, table.casino, refuse_terminals, UNNAMED)
