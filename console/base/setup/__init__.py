"""The set-up of the two commands on a fresh computer: environment, system packages, and a stamp of the
result.
"""
