"""All Qt of the console but the application itself: the screens and their parts, painted by hand.

Every part shows a :class:`~console.table.showing.screen_values.DealerView`; none knows a rule, a device
or a file.
The dealer's screen is in :mod:`console.ui.dealer`, what lies on its table in :mod:`console.ui.felt`.
"""

from console.ui.pyside import enumerations, own_import
from console.ui.pyside.late_signatures import signatures_later

enumerations.install()
with signatures_later():
    from PySide6.QtCore import Qt  # noqa: F401 (PySide6 makes it when it is first named)
own_import.restore()
