"""All Qt of the console but the application itself: the screens and their parts, painted by hand.

Every part shows a :class:`~console.table.showing.screen_values.DealerView`; none knows a rule, a device
or a file.
The dealer's screen is in :mod:`console.ui.dealer`, what lies on its table in :mod:`console.ui.felt`.
"""

import builtins

import PySide6.QtCore  # noqa: F401

# PySide6 puts an import of its own in the place of Python's. It reads the source of every module that comes
# after it, to know where `from __feature__ import` may change Qt's names; the console never asks for that.
# Python's own import again: 25 ms and 6 MiB less at the start.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
