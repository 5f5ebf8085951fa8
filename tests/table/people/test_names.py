"""A new person's name can be read, and passes for nobody else's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.table.people.errors import MixedName, SameName, UnseenInName
from console.table.people.person import check_letters, look_alike, new_name
from tests.table.people.kept import OTHER, PIN, RASA, people_in


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Þóra Ö.", "Þóra Ö."),
        ("Žydrė O'Neill-Ąžuolas 2", "Žydrė O'Neill-Ąžuolas 2"),
        ("山田\u3000太郎", "山田 太郎"),
        ("佐々木 みゆきー", "佐々木 みゆきー"),
        ("ﾔﾏﾀﾞ・タロー", "ヤマダ・タロー"),
        ("山田 タロー", "山田 タロー"),
        ("金 철수", "金 철수"),
        ("王ㄇㄥˊ", "王ㄇㄥˊ"),
        ("Иван Петров", "Иван Петров"),
        ("Βασίλης", "Βασίλης"),
    ],
)
def test_a_name_is_written_in_the_letters_of_its_language(typed: str, name: str) -> None:
    assert new_name(typed) == name


@pytest.mark.parametrize(
    "sign",
    ["\u3164", "\uffa0", "\u115f", "\u034f", "\u00ad", "\u200b", "\u2060", "\ufeff", "\u2800", "\ufe0f"],
)
def test_a_name_with_an_invisible_character_is_refused(sign: str) -> None:
    for name in (f"Anna{sign}", sign * 3):
        with pytest.raises(UnseenInName):
            new_name(name)


@pytest.mark.parametrize("name", ["\u0415l\u00edn", "\u0391nna", "Rasa \u041a.", "山田 Anna", "Иvan"])
def test_a_name_mixes_no_scripts_whose_letters_look_alike(name: str) -> None:
    with pytest.raises(MixedName):
        new_name(name)


@pytest.mark.parametrize("table", ["Mesa 1ª", "Mesa 2º", "Ka\u02bbanapali", "テーブルー", "Стол\u02bc"])
def test_a_sign_that_stands_in_any_script_mixes_none_in_a_tables_name(table: str) -> None:
    check_letters(table)
    with pytest.raises(MixedName):
        check_letters(f"{table} Ωa")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Copa", "\u0421\u043e\u0440\u0430"),  # Cyrillic alone, as in the next eight
        ("Bepa", "\u0412\u0435\u0440\u0430"),
        ("AHHA", "\u0410\u041d\u041d\u0410"),
        ("Tom", "\u0422\u043e\u043c"),
        ("ck", "\u0441\u043a"),
        ("Ëæ", "\u0401\u04d5"),
        ("Hax", "\u041d\u0430\u0445"),
        ("yxa", "\u0443\u0445\u0430"),
        ("Jop", "\u0408\u043e\u0440"),
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # Greek alone, as in the next three
        ("KAI", "\u039a\u0391\u0399"),
        ("Iva", "\u0399\u03bd\u03b1"),
        ("Paok", "\u03a1\u03b1\u03bf\u03ba"),
        ("Ilona", "llona"),
        ("Ilona", "1lona"),
        ("Olga", "0lga"),
        ("IRIS", "Iris"),
        ("jonas  k.", "Jonas K."),
        ("Bjarni", "Bjami"),
        ("Ewa", "Evva"),
        ("Iðunn Ð.", "Iðunn \u0110."),
        ("Ida", "\u0131da"),
        ("ina", "i\u0307na"),
        ("Šarūnas", "S\u0306arūnas"),
        ("Jurgis Ąžuolas", "Jurgis A\u0327žuolas"),
        ("O'Neill", "O’Neill"),
        ("Anna-Lena", "Anna–Lena"),
        ("へいわ", "ヘいわ"),
        ("二口", "ニロ"),
        ("カトー", "力卜一"),
        ("ＲＡＳＡ", "Rasa"),
    ],
)
def test_a_name_that_looks_like_another_one_is_found(name: str, other: str) -> None:
    assert look_alike(name, other) and look_alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Jonas", "Jonės"),
        ("Alda", "Aida"),
        ("Þór", "Por"),
        ("Åsa", "Asa"),
        ("Müller", "Muller"),
        ("Weiß", "Weib"),
        ("Žydrė", "Žydre"),
        ("山田 太郎", "山田 次郎"),
        ("さくら", "さくろ"),
        ("Anna K.", "Anna J."),
        ("Lukas", "Lucas"),
    ],
)
def test_two_names_that_a_person_can_distinguish_do_not_look_alike(name: str, other: str) -> None:
    assert not look_alike(name, other)


def test_a_second_person_of_a_name_is_refused_only_if_the_caller_asks(tmp_path: Path) -> None:
    people = people_in(tmp_path / "people.json")
    people.add(RASA, PIN)
    twin = replace(RASA, id="D-115", name="rasa k.")
    with pytest.raises(SameName) as asked:
        people.add(twin, OTHER, asks_same_name=True)
    assert asked.value.slots == {"name": RASA.name, "id": RASA.id}
    assert people.add(twin, OTHER) == twin


def test_an_older_list_with_a_name_of_mixed_scripts_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    people_in(path).add(RASA, PIN)
    path.write_text(
        json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False).replace("Rasa", "R\u0430sa")
    )
    assert people_in(path).person(RASA.id).name == "R\u0430sa K."
