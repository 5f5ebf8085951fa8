"""The commands that make a document of journals: a record, a round's file, a report, a wheel's figures."""
