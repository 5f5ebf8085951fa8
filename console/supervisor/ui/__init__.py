"""The supervisor's screens: the review of journals, and pages drawn for paper."""
