"""What technical service does with a machine: bundle, kiosk, health, and an archive for support."""
