"""The console's costs, each beside a floor or a peer in the same run (``python3 -m tests bench``)."""
