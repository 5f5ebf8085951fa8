"""What is counted over a period: the shift report, its handover, a wheel's figures."""
