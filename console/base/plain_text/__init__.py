"""Texts made fit to be shown: visible signs, hidden secrets, the nearest known name."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.plain_text.cells import tab_separated, without_formula
    from console.base.plain_text.name_keys import name_key
    from console.base.plain_text.listed_rows import ListedRows, WriteTarget
    from console.base.plain_text.nearest_name import nearest
    from console.base.plain_text.secrets import Scrubber, without_password, without_tokens, without_values
    from console.base.plain_text.visible_text import (
        cut, escape_json, is_inkless, short_names, stripped, visible,
    )

__getattr__ = door(__name__)
