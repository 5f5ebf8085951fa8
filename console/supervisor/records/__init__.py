"""Events at a table that went wrong, reconstructed from its journal: as accounts (values) and documents."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.records.accounts.lookup import in_newest_file
    from console.supervisor.records.accounts.round_account import NoSuchRecord
    from console.supervisor.records.accounts.spans import Span, entry_of, full_id, spans
    from console.supervisor.records.documents.decision_sheet import (
        SheetRow, decided_text, fact_text, sheet_row, step_texts, when_text,
    )
    from console.supervisor.records.documents.edition_check import PrintedEdition
    from console.supervisor.records.documents.export import (
        ExportError, check_target, columns_of, csv_of, lines_of, write_export, written,
    )
    from console.supervisor.records.documents.paper import (
        SOFT_HYPHEN, Cell, LabelledTexts, Link, Paged, Paper, Part, ToSign, WholePart,
    )
    from console.supervisor.records.documents.prompt_answer import prompt_answer
    from console.supervisor.records.documents.record_words import face
    from console.supervisor.records.documents.rulebook_figures import (
        FigureRow, erratum_text, figure_parts, is_keyed,
    )
    from console.supervisor.records.proof import (
        WHEEL_LEVEL, Finding, Phrase, Proof, ProofText, Section, Slots, Subject, Verdict, left_out,
        not_proved, tried, verdict_counts,
    )

__getattr__ = door(__name__)
