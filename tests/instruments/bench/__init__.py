"""What the console costs, each time beside a floor or a peer in the same run (``python3 -m tests.bench``)."""
