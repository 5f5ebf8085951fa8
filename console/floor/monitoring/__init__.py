"""The tables' health, for a house's own monitoring: figures, findings, Prometheus' text file."""
