"""Programs that an instrument runs beside itself, each in a process of its own by ``python -m``.

They are modules, not texts, so that the checks of types read them: a name of the console that they use is
then renamed in them too.
"""
