"""Parts of the operating system: whole files, locks, folders, processes, the service manager's socket."""
