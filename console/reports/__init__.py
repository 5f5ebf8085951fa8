"""What is counted over a stretch of time: the shift's report, its handover, a wheel's figures."""
