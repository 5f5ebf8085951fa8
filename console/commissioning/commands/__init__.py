"""The commands of technical service for a machine: bundle, kiosk, health, and an archive for support."""
