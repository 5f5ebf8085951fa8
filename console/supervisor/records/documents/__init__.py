"""Documents made from values, in one language: words, pages, exports, the address of the video, a verdict."""
