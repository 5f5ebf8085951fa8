"""All Qt of the console but the application itself: the screens and their parts.

Every part shows a :class:`~console.table.core.showing.screen_values.DealerView`; none knows a rule, a device
or a file.
The dealer's screen is in :mod:`console.table.ui.dealer`, what lies on its table in :mod:`console.table.ui.felt`.
"""
