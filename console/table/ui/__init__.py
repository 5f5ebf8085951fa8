"""The table's screens and their parts: all Qt of the table's part.

Every part shows a :class:`~console.table.core.showing.screen_values.DealerView`; none knows a rule, a device
or a file. The dealer's screen is in :mod:`console.table.ui.dealer`, its table in
:mod:`console.table.ui.felt`.
"""
