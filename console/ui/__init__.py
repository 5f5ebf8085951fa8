"""All Qt of the console but the application itself: the screens and their parts, painted by hand.

Every part shows a :class:`~console.table.views.DealerView`; none knows a rule, a device or a file.
"""
