"""The building blocks of every screen: colours and type, painted surfaces, keys and fields."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.kit import desk_settings, theme, work
    from console.table.ui.kit.accessibility import install
    from console.table.ui.kit.buttons import FOCUS, Button, Tone, go_round, is_press, lay
    from console.table.ui.kit.column import Column, Row
    from console.table.ui.kit.front import FrontPart
    from console.table.ui.kit.garbage import GarbageCollection
    from console.table.ui.kit.item_table import (
        PAD, ROW, Index, ItemDelegate, ItemTable, ItemView, RowAct, RowDelegate, TitleRow,
    )
    from console.table.ui.kit.keyboard import touch_typing
    from console.table.ui.kit.keys import (
        NOT_GUARDED, ChoiceKey, KeyCard, KeyedScreen, Keys, PaintedKey, SignKey, SmallKey, WordKey, in_a_row,
        key_names, key_wish, lay_row, show_keys, with_control,
    )
    from console.table.ui.kit.lettering import (
        DOT, advance, at_most, balance, break_lines, elide, hyphenate, overhang, sentence, set_in, set_in_box,
        shorten, shrunk, with_whole_end, write, write_in, write_lines,
    )
    from console.table.ui.kit.menu import Menu, MenuRow, language_rows
    from console.table.ui.kit.monitors import follow_screens, other_screen, screen_of, warn_if_dark
    from console.table.ui.kit.panel import ACROSS, DOWN, Grid, Label, Panel, SignWithWords
    from console.table.ui.kit.prompt_parts import PromptColour, PromptText
    from console.table.ui.kit.row_table import Cell, RowTable, TableColumn
    from console.table.ui.kit.scroll_area import ScrolledPanel
    from console.table.ui.kit.strip_above import StripAbove
    from console.table.ui.kit.surface import (
        REPLAYED, SMOOTH, PlacedPart, ScaledWidget, Surface, Tint, fill, fill_screen, fit_frame, outline,
        pen, room_in, show_fitting,
    )
    from console.table.ui.kit.sound import Tones, strike, warn_if_silent
    from console.table.ui.kit.text_field import SearchField, TextField, field_menu
    from console.table.ui.kit.tiles import KindTile
    from console.table.ui.kit.times import (
        clock_time, day_name, lasting, logged_time, moment_text, other_day, short_day,
    )
    from console.table.ui.kit.work import Progress, Work, begin, end, is_left, loop, run

__getattr__ = door(__name__)
