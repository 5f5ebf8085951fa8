"""Presses before anything acts on them: when they were made, what typed them, and which of them count."""
