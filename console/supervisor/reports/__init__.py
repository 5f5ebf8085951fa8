"""The counts of a period: the shift report, its handover, a wheel's figures."""
