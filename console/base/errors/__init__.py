"""The errors of the console: those that have words for a person, those that nobody foresaw, and their log."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.errors.bugs import log_bug, report_uncaught
    from console.base.errors.error_log import default_folder, keep_log, logs
    from console.base.errors.server_troubles import UNTIL_MENDED, ServerFull, Trouble, trouble_of
    from console.base.errors.worded_error import WordedError

__getattr__ = door(__name__)
