"""What a shift is closed with: its report, the handover, the seal, and corrections after the fact."""
