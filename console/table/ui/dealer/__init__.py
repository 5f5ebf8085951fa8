"""The dealer's screen: the prompt and its words, the bars around the table, and the one primary press."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.dealer.bands import KeyboardBand, ModeFrame
    from console.table.ui.dealer.dealer_screen import DealerScreen
    from console.table.ui.dealer.dealer_screen import FirstPaint
    from console.table.ui.dealer.live_strip import StripWithPage, comes_first
    from console.table.ui.dealer.preparation.step_pictures import FRAME, WHEEL_PICTURES
    from console.table.ui.dealer.prompt import announce, sign_of
    from console.table.ui.dealer.prompt_words import actor_at_screen, prompt_colour, prompt_of
    from console.table.ui.dealer.top_bar import MARKS, MIDDLE, TopBar, paint_bar, paint_mode

__getattr__ = door(__name__)
