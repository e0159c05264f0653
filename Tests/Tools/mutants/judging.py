"""What becomes of a mutant: not reached, stopped, missed or caught, and whether the right requirement fails."""

from areas import fits
from running import AT_HAND_SET


class Outcome:
    """What the runs with one mutant came to."""

    def __init__(self, site):
        self.site = site
        self.reached = self.stopped = self.caught = self.blamed = False
        self.reached_at_hand = self.caught_at_hand = False
        self.failures, self.fitting, self.doubts = [], [], []

    @property
    def fate(self):
        if not self.reached:
            return "not reached"
        if self.caught:
            return "caught" if self.blamed else "caught, not blamed"
        return "stopped" if self.stopped else "missed"

    def take(self, run, baseline, is_at_hand):
        """Takes one run in; the first profile is the one at hand."""
        if run.digest == baseline.digest:
            return
        self.reached = True
        self.stopped = self.stopped or not run.is_whole
        failures = run.failures(baseline)
        self.caught = self.caught or bool(failures)
        if is_at_hand:
            self.reached_at_hand = run.at_hand != baseline.at_hand
            self.caught_at_hand = any(name[0] == AT_HAND_SET for name in failures)
        self.fitting += [
            name[1] for name, each in failures.items()
            if fits(self.site.path, each) and name[1] not in self.fitting]
        self.blamed = bool(self.fitting)
        self.failures += sorted(name[1] for name in failures if name[1] not in self.failures)
        self.doubts += [name for name in run.doubts(baseline) if name not in self.doubts]


def judge(site, runner, seen):
    """Runs a mutant on one profile after the other until nothing that can come changes its fate."""
    outcome = Outcome(site)
    for index, profile in enumerate(runner.profiles):
        if site.number not in seen[profile]:
            continue
        outcome.take(runner.mutated(profile, site.number), runner.baseline[profile], index == 0)
        if outcome.stopped or outcome.caught and outcome.blamed:
            break
    return outcome
