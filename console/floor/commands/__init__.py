"""``dealer-console floor`` without a window: its database, its tables and accounts, an overview's folder."""
