"""``dealer-console floor`` without a window: its database, its tables and accounts, a wall's folder."""
