"""The recipe of an incident kind, followed in a copy by the page alone; the suite's own tests judge it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.handbook.pages import blocks
from tests.handbook.test_recipes import copy, say, section
from tests.sources import copied

__all__ = ["copy"]

JUDGED = """\
import re
from pathlib import Path
from console.words import LANGUAGES
from tests.incidents import test_decision_table as rows
from tests.rehearsal import test_shipped as shipped
from tests.table.incident import test_incident_clauses as clauses
from tests.table.transcripts import all_scenes, play
from tests.words import concepts, test_incident_phrases as words
from tests.words.catalogues import phrases, texts
from console.ui.signs.incident_signs import kind_sign

text = Path(clauses.__file__).read_text("utf-8")
count = int(re.search(r'\\("baccarat", (\\d+)\\)', text)[1])
clauses.test_each_incident_clause_has_its_transcript("baccarat", count)
clauses.test_no_transcript_is_named_by_a_clause_that_is_none()
(scene,) = [scene for _, scene in all_scenes() if scene.title.startswith("LT-BAC-99: ")]
play(scene)
rows.test_a_rulebook_has_the_rows_of_the_table_and_no_other("lt", "baccarat")
shipped.test_each_kind_of_the_decision_table_has_a_rehearsal_at_each_game()
shipped.test_each_slip_is_in_a_rehearsal_that_is_named_for_its_game()
shipped.test_every_rulebook_has_rehearsals_of_all_its_kinds()
shipped.test_a_shipped_rehearsal_plays_to_its_right_end("baccarat-cards-wet", "lt")
words.ALL = {"cards_wet": words.ALL["cards_wet"]}
assert set(concepts.named()) == set(concepts.held())
for language in LANGUAGES:
    words.test_every_question_and_every_answer_has_words(language)
    words.test_every_step_has_words(language)
    key = "clause.LT-BAC-99"
    assert not concepts.faults(language, key, texts(phrases(language)[key])), language
    assert phrases(language).keys() >= {"rehearsal.slip.cards_wet", "rehearsal.told.cards_wet"}
assert kind_sign("cards_wet").name == "incidents.cards_wet"
print("whole")
"""


def follow(copy: Path, recipe: str) -> None:
    """Put each text before the line that is named for it, and make the file that is new."""
    for step in recipe.split("\n- ")[1:]:
        head, *_ = step.partition("```")
        named = re.findall(r"`((?:console|resources|tests)/[\w/.]+)`|before\s+`([^`]+)`", head)
        put = [block.text for block in blocks("extending.md", step, "text")]
        file, filled = copy, 0
        for name, anchor in named:
            if name:
                file = copy / name
                continue
            text = file.read_text("utf-8")
            assert text.count(f"\n{anchor}") == 1, f"{file.name}: {anchor}"
            file.write_text(text.replace(f"\n{anchor}", f"\n{put[filled]}{anchor}"), "utf-8")
            filled += 1
        assert filled == len(put)
    for name, text in re.findall(r"`(resources/[\w./-]+)`:\n\n```(?:toml|svg)\n(.*?)```", recipe, re.DOTALL):
        (copy / name).write_text(text, "utf-8")
    (figures,) = re.findall(r"`(\d+)` becomes `(\d+)` in `(tests/[\w/.]+)`", recipe)
    counted = copy / figures[2]
    text = counted.read_text("utf-8")
    assert text.count(figures[0]) == 1
    counted.write_text(text.replace(figures[0], figures[1]), "utf-8")


def test_an_incident_kind_is_what_the_page_says(copy: Path) -> None:
    copied(copy, "tests")
    recipe = section("An incident kind")
    follow(copy, recipe)
    say(copy, recipe.partition("\nIts words, ")[2])
    done = subprocess.run(
        (sys.executable, "-c", JUDGED), cwd=copy, capture_output=True, text=True, timeout=180
    )
    assert done.stdout == "whole\n", done.stderr
