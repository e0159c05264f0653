#!/usr/bin/env python3
"""How often the gate blocks firmware whose noise grew: gate-power.py EXECUTABLE [PAIRS]

Checks nordic-nrf54l15-ipt with its phase noise, or the noise of its inline PCT, times a factor, and holds each report
against one of the profile as it is, with another seed. Prints the table of docs/gate.md.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

USAGE = __doc__.split("\n", 1)[0]
if len(sys.argv) not in (2, 3) or not (sys.argv[2:] or ["60"])[0].isdigit() or not os.access(sys.argv[1], os.X_OK):
    sys.stderr.write(USAGE + "\nExpected the executable `reflector`, and a number of pairs.\n")
    sys.exit(2)
executable = pathlib.Path(sys.argv[1]).resolve()
pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 60
factors = [1, 1.1, 1.25, 1.5, 2, 3, 4]
profile = pathlib.Path("Profiles/accessories/nordic-nrf54l15-ipt.yaml").read_text()
sets = {"apple-ios27-cs": "iOS", "core-6-3-rfphy": "RF"}
policies = {
    "half": "margin_loss: { block_fraction: 0.5 }\nnoise_growth: { warn_factor: 1000, block_factor: 1000 }\n",
    "usual": "",
    "tenth": "margin_loss: { block_fraction: 0.1 }\n",
}
kinds = {
    "phase": ("phase_noise_rad: ", 0.044),
    "inline PCT": ("inline_pct_error_deg: ", 2),
}
folder = pathlib.Path(tempfile.mkdtemp(prefix="gate-power-"))


def run(*arguments):
    return subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True)


def accessory(kind, factor):
    """The profile with its noise times a factor."""
    return folder / f"{kind.replace(' ', '-')}-{factor}.yaml"


def report(kind, factor, requirements, seed):
    """The JSON report of a check, made once."""
    path = accessory(kind, factor)
    name = path.stem
    target = folder / f"{name}-{requirements}-{seed}.json"
    if not target.exists():
        run("check", path, "--requirements", requirements, "--seed", seed, "--json", target, "--quiet", "--no-capture")
    return target


def blocked(kind, factor, requirements, policy, pair):
    """Whether the change blocks that is no new failure: those need no statistics."""
    before, after = report(kind, 1, requirements, 1000 + pair), report(kind, factor, requirements, pair)
    rules = folder / f"{policy}.policy.yaml"
    answer = run(
        "gate", "--baseline", before, "--candidate", after, "--policy", rules, "--no-capture", "--json", "-", "--quiet")
    return json.loads(answer.stdout)["decision"] == "blocked"


for kind, (key, value) in kinds.items():
    for factor in factors:
        text, count = re.subn(key + r"[\d.]+", f"{key}{value * factor:.5f}", profile)
        assert count == 1, key
        accessory(kind, factor).write_text(text)
for name, text in policies.items():
    rules = "schema: reflector/gate-policy/1\nchanges: { new-failure: ignore }\n" + text
    (folder / f"{name}.policy.yaml").write_text(rules)
print("| noise | set | policy | " + " | ".join(f"x {factor}" for factor in factors) + " |")
print("| --- | --- | --- |" + " --- |" * len(factors))
with ThreadPoolExecutor(2) as pool:
    for kind in kinds:
        for requirements, name in sets.items():
            # Two threads must not make one report at the same time.
            for factor in factors:
                list(pool.map(lambda pair: report(kind, factor, requirements, pair), range(pairs)))
            list(pool.map(lambda pair: report(kind, 1, requirements, 1000 + pair), range(pairs)))
            for policy in policies:
                shares = []
                for factor in factors:
                    found = pool.map(lambda pair: blocked(kind, factor, requirements, policy, pair), range(pairs))
                    shares.append(f"{100 * sum(found) / pairs:.0f} %")
                print(f"| {kind} | {name} | {policy} | " + " | ".join(shares) + " |", flush=True)
