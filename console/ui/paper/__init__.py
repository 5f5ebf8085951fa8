"""Pages of A4, drawn as a PDF: a document with its charts, and a record on one sheet."""
