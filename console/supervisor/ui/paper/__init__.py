"""Pages of A4, drawn as a PDF: a document with its charts and screens, as a report, a poster or one sheet."""
