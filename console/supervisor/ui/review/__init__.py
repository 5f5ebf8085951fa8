"""The supervisor's screens, the reader that answers their questions, the makers of files, and the windows."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.ui.review.inquiries import JournalInquiries
    from console.supervisor.ui.review.log.filters import KINDS
    from console.supervisor.ui.review.replay.replay_screen import ReplayScreen, ShownPrompt
    from console.supervisor.ui.review.review_window import application
    from console.supervisor.ui.review.screens import ReviewScreens

__getattr__ = door(__name__)
