"""The commands that make a document from journals: a record, a round's file, a report, a wheel's figures."""
