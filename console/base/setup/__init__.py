"""The set-up of the two commands on a fresh computer: environment, system packages, and a stamp."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.setup import debian
    from console.base.setup.debian import FINISH
    from console.base.setup.environment import ROOT, base_python, enter
    from console.base.setup.locked_versions import OWN, lock_file, parts_for
    from console.base.setup.environment import PipFailure, PipFailureCause, failure
    from console.base.setup.versions import CURRENT, InstalledVersion, Versions, by_link

__getattr__ = door(__name__)
