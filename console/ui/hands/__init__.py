"""Presses before they mean anything: when they were made, what types them, which of them count."""
