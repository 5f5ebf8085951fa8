"""The parts of a screen that a rehearsal hides while a person must find the outcome, such as the clause."""

from __future__ import annotations

from msgspec.structs import replace

from console.table.core import Action, Actor, DealerView, IncidentState, IncidentView, Prompt, View


def conceal(view: DealerView) -> DealerView:
    """A screen's values without anything that gives the answer away."""
    return replace(
        view,
        view=veiled_view(view.view),
        reporting=replace(view.reporting, offered=()),
        incident=replace(view.incident, decided=None, ways=()),
    )


def veiled_view(view: View) -> View:
    """A table's view without the outcome of its open incident; the facts stay."""
    if view.incident is None or not view.incident.open:
        return view
    return replace(view, incident=_veiled(view.incident), prompt=_unsaid(view.prompt), say=None, offer=None)


def _veiled(incident: IncidentView) -> IncidentView:
    return replace(incident, clause=None, basis=None, outcome=None, authority=None, choices=(), steps=())


def _unsaid(prompt: Prompt) -> Prompt:
    return Prompt(Action.AUTHORISE, Actor.PIT_BOSS, ()) if prompt.action == Action.AUTHORISE else prompt


def is_whole(view: View) -> bool:
    """Whether all facts of the open incident are known, so that its outcome could be shown."""
    incident = view.incident
    return incident is not None and incident.open and incident.state == IncidentState.AWAITING
