"""Finds the few keys of a variation without which a failure does not come."""


def shrink(checker, base, values, seed, failure, excuse):
    """`values` with as many keys as possible as they are in `base`, and the same failure.

    `excuse` says which requirements an accessory may miss.
    """
    small = dict(values)
    changed = different(checker, base, small)
    size = len(changed)
    while size > 0:
        for start in range(0, len(changed), size):
            trial = dict(small)
            for path in changed[start : start + size]:
                trial[path] = base.get(path)
            if fails(checker, trial, seed, failure, excuse):
                small = trial
        left = different(checker, base, small)
        # The last round is done again until it takes no more keys away.
        size = size // 2 if size > 1 else (1 if len(left) < len(changed) else 0)
        changed = left
    return small


def different(checker, base, values):
    return [path for path in checker.paths if values.get(path) != base.get(path)]


def fails(checker, values, seed, failure, excuse):
    """Whether an accessory fails the same requirement, or the executable ends with the same message."""
    result = checker.check(values, seed, excuse(values), failure.requirement_set, failure.requirement)
    if failure.requirement is None:
        return any(one.line == failure.line for one in result.failures)
    return any(one.requirement == failure.requirement for one in result.failures)
