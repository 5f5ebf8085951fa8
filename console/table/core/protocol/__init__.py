"""The form of a line, 'may this person send this, having seen that?': its fields, its senders, the parts of a
view it answers.
"""
