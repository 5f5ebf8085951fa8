"""A page with a bar, a headline and keys, alone or over a table's window; and its acts on that table."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.page.page import Page, PageBar, ProgressLine
    from console.table.ui.page.page_desk import AtTable, PageDesk
    from console.table.ui.page.save_screen import AskPath, SaveScreen
    from console.table.ui.page.table_acts import Side, TableActs

__getattr__ = door(__name__)
