"""The models of the catalogue are as `devices.md` has their families."""

from __future__ import annotations

import pytest

from console.table.devices.catalogue import USUAL, DeviceModel
from console.table.devices.model import DeviceRole


@pytest.mark.parametrize("model", DeviceModel)
def test_a_model_has_the_speed_of_its_family(model: DeviceModel) -> None:
    assert model.made.baud == (4800 if model is DeviceModel.ANGEL_EYE else 9600)


def test_a_device_without_a_model_is_of_the_usual_family_of_its_role() -> None:
    assert [USUAL[role] for role in (DeviceRole.SHOE, DeviceRole.READER, DeviceRole.WHEEL)] == [
        DeviceModel.ANGEL_EYE,
        DeviceModel.CARD_LINES,
        DeviceModel.CAMMEGH,
    ]
