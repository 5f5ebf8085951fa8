"""The casino's words: names of cards, bets and roles, what is said aloud, clauses of the rules."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.words.amounts import currency, money, named_money, short_money, whole
    from console.table.words.answer_words import answer_note, answer_what
    from console.table.words.clauses import clause_sense, clause_text
    from console.table.words.contradiction_words import (
        contradiction_heading,
        contradiction_text,
        reason_of_answer,
        statement_text,
    )
    from console.table.words.drift_words import (
        compared_text,
        drift_text,
        proven_drift_text,
        sure,
        unusual_text,
    )
    from console.table.words.incident_phrases import (
        answer_text,
        answered_facts,
        brought_in_text,
        cards_of_step,
        counted_text,
        fact_name,
        known_facts,
        outcome_key,
        outcome_text,
        question_key,
        question_text,
        reason_text,
        rehearsed_text,
        step_of,
        step_text,
    )
    from console.table.words.names import (
        LONGEST,
        bet_name,
        card_name,
        game_name,
        hand_name,
        inside,
        mistaken_head,
        number_name,
        person_text,
        place_name,
        role_inside,
        role_name,
        rules_name,
        sentence,
        shorten,
        table_title,
        text_or,
        total_text,
        whom_text,
    )
    from console.table.words.output_line import OutputLine, encode
    from console.table.words import speech

__getattr__ = door(__name__)
