"""The console as it stands on site: other keyboards, readers, cables and disks than the developer's."""
