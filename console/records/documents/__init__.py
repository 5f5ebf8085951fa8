"""From values to documents in one language: words, pages, exports, the address of the video, a verdict."""
