"""Pages of A4, drawn as a PDF: a document with its charts, a poster for the pit, a record on one sheet."""
