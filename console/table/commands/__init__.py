"""The command lines beside the window and ``drive``: a module each, which :mod:`console.cli` calls."""
