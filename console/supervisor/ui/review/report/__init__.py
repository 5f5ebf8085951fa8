"""The end of a shift: its report, the handover, the seal, and corrections after the fact."""
