"""The operator panel, step by step: edges, second screen, signs, touch points, keys, sound."""
