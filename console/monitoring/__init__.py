"""How tables are doing, for a house's own monitoring: figures, what is wrong, Prometheus' text file."""
