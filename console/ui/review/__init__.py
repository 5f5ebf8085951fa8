"""The supervisor's screens: the log, a replay, the shift's report, the handover, the seal."""
