#!/usr/bin/env python3
"""Measures how soon great pages answer in Chromium, as rows of `make bench`: interactive.py REFLECTOR

A page is interactive once it has loaded and shows a frame after that. Its answer is the time from a change of the
filter to the next frame. Each figure is the median of several visits, beside the time that is wanted.
"""
import glob
import os
import statistics
import subprocess
import sys
import tempfile

from look import browser

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
VISITS = 5
WANTED_MS = 1_000
MARK = """
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => {
  window.shownAfter = performance.now();
})));
"""
SHOWN = """
const done = arguments[0];
const look = () => window.shownAfter ? done(window.shownAfter) : setTimeout(look, 5);
look();
"""
ANSWER = """
const done = arguments[0];
const text = document.querySelector('form.filter input[name=text]');
if (!text) return done(null);
const start = performance.now();
text.value = 'tone';
text.dispatchEvent(new Event('input', {bubbles: true}));
requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
"""


def page(tool, name, arguments):
    """Writes a report, and gives its largest page: a long report has several, in a folder beside its first."""
    subprocess.run([tool] + arguments + ["--html", name, "--quiet"], cwd=ROOT, stdout=subprocess.DEVNULL)
    pages = [name] + glob.glob(glob.escape(name.removesuffix(".html")) + "-pages/*.html")
    largest = max(sorted(pages), key=os.path.getsize)
    return "file://" + largest, os.path.getsize(largest)


def row(name, milliseconds, remark=""):
    print("%-52s %9.0f ms  %.2f of 1.0 s%s" % (name, milliseconds, milliseconds / WANTED_MS, remark), flush=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", 1)[0])
    tool = os.path.abspath(sys.argv[1])
    os.environ["REFLECTOR_DATA"] = ROOT
    accessories = os.path.join(ROOT, "Profiles", "accessories")
    profiles = sorted(os.path.join(accessories, name) for name in os.listdir(accessories) if name.endswith(".yaml"))
    with tempfile.TemporaryDirectory() as folder:
        pages = [
            ("largest page of all sets on all profiles",
             page(tool, os.path.join(folder, "check.html"), ["check", *profiles, "--requirements", "all"])),
            ("page of 100,000 procedures",
             page(tool, os.path.join(folder, "range.html"),
                  ["range", "nordic-nrf54l15-ipt", "--distance", "1:10:1", "--procedures", "10000"])),
        ]
        driver = browser(folder)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MARK})
        for name, (address, size) in pages:
            shown, answers = [], []
            for _ in range(VISITS):
                driver.get("about:blank")
                driver.get(address)
                shown.append(driver.execute_async_script(SHOWN))
                answers.append(driver.execute_async_script(ANSWER))
            row(name + ", interactive", statistics.median(shown), ", %.1f MB" % (size / 1e6))
            if None not in answers:
                row("  answer of its filter", statistics.median(answers))
        driver.quit()


if __name__ == "__main__":
    main()
