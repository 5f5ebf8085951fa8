"""Where a file of the review goes: asked of the person, in a window of Qt's own that a touch can use."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from console.ui.review.night import AskPath


def ask_path(parent: QWidget, title: str) -> AskPath:
    """What asks for a path: given a suggested name and a kind, it returns the path, or None."""

    def asked(name: str, kind: str) -> Path | None:
        start = str(Path.home() / name)
        chosen, _ = QFileDialog.getSaveFileName(
            parent,
            title,
            start,
            f"{kind.upper()} (*.{kind})",
            options=QFileDialog.Option.DontUseNativeDialog | QFileDialog.Option.DontConfirmOverwrite,
        )
        if not chosen:
            return None
        path = Path(chosen)
        return path if path.suffix == f".{kind}" else path.with_name(f"{path.name}.{kind}")

    return asked
