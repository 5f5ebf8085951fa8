"""Parts of the operating system: whole files, locks, folders, processes, the service manager's socket."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.system import lock, whole_file
    from console.base.system.connections import keep_alive
    from console.base.system.json_text import json_fields, json_reader, place_of, read_json
    from console.base.system.kiosk_unit import (
        HIDDEN, HOME, NEEDED, UNIT, USER, Kiosk, SetupStep, first_hidden_file, install_steps, removal_steps,
        shown_by,
    )
    from console.base.system.lock import NO_LOCKS, held, release, take
    from console.base.system.open_folder import clear, held_folder
    from console.base.system.programs import Run, ran
    from console.base.system.service_notices import notify_socket
    from console.base.system.whole_file import (
        MIB, MOST, Content, TooLarge, add_name, content_of, let_read, name_new, open_plain, others_write,
        put_first, put_new, put_whole, resource_folder, settle, true_place,
    )
    from console.base.system.worker_process import (
        WorkerEnded, WorkerProcess, WorkFailed, free_processors, is_awaited,
    )

__getattr__ = door(__name__)
