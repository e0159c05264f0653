#!/usr/bin/env python3
"""Opens pages in Chromium as a reader does, and prints what is wrong with them, a line each: look.py PAGE...

Each page is opened from the disk, at the widths of a phone, a tablet and a desk, in light and in dark.
"""
import pathlib
import sys

import axe_core_python
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

WIDTHS = (390, 1024, 1600)
# The checker looks at every letter: two of the six views are enough for it.
CHECKED = ((390, "light"), (1600, "dark"))
# The width and the height between the margins of a page, in px.
PAPERS = (("A4", 680, 1009), ("Letter", 702, 942))
# A part that may not break leaves as much of the page before it empty.
MOST_UNBROKEN = 0.7
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "resultTypes": ["violations"],
}


def browser(downloads):
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": downloads})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(300)
    return driver


class Look:
    """One page in one browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.url = pathlib.Path(path).resolve().as_uri()
        self.name = pathlib.Path(path).name
        self.wrong = []

    def expect(self, holds, text):
        if not holds:
            self.wrong.append(f"{self.name}: {text}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, fragment=""):
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(self.url + fragment)

    def at(self, width, scheme):
        command = self.driver.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride",
                {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
        command("Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def all(self):
        for scheme in ("light", "dark"):
            for width in WIDTHS:
                self.at(width, scheme)
                self.open()
                wide = self.run("return document.scrollingElement.scrollWidth - innerWidth")
                self.expect(wide <= 0, f"at {width} px {scheme} it is {wide} px too wide")
                self.quiet()
                if (width, scheme) in CHECKED:
                    self.accessible(f"at {width} px {scheme}")
        self.printed()
        self.plots()
        self.filter()
        self.links()
        self.keyboard()
        self.copy()
        self.quiet()
        return self.wrong

    def printed(self):
        """On paper nothing is cut on the right, and nothing large leaves the page before it empty."""
        command = self.driver.execute_cdp_cmd
        for paper, width, height in PAPERS:
            command("Emulation.setDeviceMetricsOverride",
                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            command("Emulation.setEmulatedMedia", {"media": "print"})
            self.open()
            wide, tall = self.run("""
              dispatchEvent(new Event('beforeprint'));
              const whole = [...document.querySelectorAll('main *')].filter((item) => getComputedStyle(item).breakInside === 'avoid');
              const tall = whole.filter((item) => item.getBoundingClientRect().height > arguments[0]);
              return [document.scrollingElement.scrollWidth - innerWidth, tall.map((item) => `${item.localName}.${item.className}`)]""",
                                  MOST_UNBROKEN * height)
            self.expect(wide <= 0, f"on {paper} it is {wide} px too wide")
            self.expect(not tall, f"on {paper} these cannot break: {tall[:3]}")
        command("Emulation.setEmulatedMedia", {"media": ""})
        self.at(*CHECKED[1])

    def quiet(self):
        """No message of the console, no dialogue, no request but the page itself."""
        for entry in self.driver.get_log("browser"):
            self.expect(False, f"console: {entry['message']}")
        for entry in self.driver.get_log("performance"):
            if '"Network.requestWillBeSent"' in entry["message"] and self.url not in entry["message"]:
                self.expect("about:blank" in entry["message"], f"request: {entry['message'][:300]}")

    def accessible(self, where):
        """No fault that axe finds in what the page shows."""
        self.run("""
          for (const item of document.querySelectorAll('details')) item.open = true;
          // Text below the filter has not the colours of the filter.
          const form = document.querySelector('form.filter');
          if (form) form.style.position = 'static';""")
        # The policy of the page forbids to add a script; what the driver runs is no part of the page.
        self.run((pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text())
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, arguments[0]).then((found) => done(found), (error) => done(String(error)))", RULES)
        if isinstance(result, str):
            return self.expect(False, f"{where} axe fails: {result}")
        for found in result["violations"]:
            self.expect(False, f"{where} {found['id']}: {found['nodes'][0]['html'][:200]}")
        self.expect(len(result["passes"]) > 10, f"{where} axe checked only {len(result['passes'])} rules")

    def plots(self):
        """Each plot has as many values as its table has rows."""
        found = self.run("""
          return [...document.querySelectorAll('svg.plot-drawing')].map((plot) => {
            const counts = [...plot.querySelectorAll('[data-points]')].map((item) => Number(item.dataset.points));
            const parts = [...plot.querySelectorAll('[data-points]')];
            // Too many values are a line alone.
            const drawn = parts.map((item) => item.querySelectorAll('.value').length || (item.querySelector('polyline')?.points.length ?? 0));
            const rows = document.querySelectorAll(`table[data-table="${CSS.escape(plot.id)}"] tbody tr`).length;
            return [plot.id, counts.reduce((sum, count) => sum + count, 0), rows, drawn.reduce((sum, count) => sum + count, 0)];
          })""")
        for name, points, rows, drawn in found:
            self.expect(points == rows and points > 0, f"{name} has {points} values and {rows} rows")
            self.expect(drawn == points, f"{name} draws {drawn} of {points} values")

    def filter(self):
        if not self.run("return !!document.querySelector('form.filter')"):
            return
        shown = "return [...document.querySelectorAll('.requirement')].filter((item) => !item.hidden).length"
        every = self.run(shown)
        boxes = self.driver.find_elements(By.CSS_SELECTOR, "form.filter input[name=verdict]")
        left = 0
        for box in boxes:
            self.run("arguments[0].click()", box)
            now = self.run(shown)
            self.expect(now < every, f"without {box.get_attribute('value')} all {every} requirements are shown")
            left += every - now
            self.run("arguments[0].click()", box)
        self.expect(left == every, f"the verdicts have {left} of {every} requirements")
        text = self.driver.find_element(By.CSS_SELECTOR, "form.filter input[name=text]")
        first = self.run("return document.querySelector('.requirement .name b').textContent")
        text.send_keys(first)
        self.expect(1 <= self.run(shown) <= every, f"searching {first} shows {self.run(shown)}")
        text.send_keys(" no-such-word")
        self.expect(self.run(shown) == 0, "searching what is not there shows requirements")
        text.clear()
        self.run("document.querySelector('form.filter').dispatchEvent(new Event('input'))")

    def links(self):
        """Every link leads to something on the page; the link of a requirement opens it."""
        dead = self.run("""
          return [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))
            .filter((to) => !to.startsWith('#') || !document.getElementById(decodeURIComponent(to.slice(1))))""")
        self.expect(not dead, f"dead links: {dead[:5]}")
        twice = self.run("""
          const seen = new Set();
          return [...document.querySelectorAll('[id]')].map((item) => item.id).filter((id) => seen.has(id) || !seen.add(id))""")
        self.expect(not twice, f"ids that are there twice: {twice[:5]}")
        target = self.run("const all = document.querySelectorAll('.requirement'); return all.length ? all[all.length - 1].id : ''")
        if target:
            self.open(f"#{target}")
            self.expect(self.run("return document.getElementById(arguments[0]).open", target), f"#{target} stays closed")
            top = self.run("return document.getElementById(arguments[0]).getBoundingClientRect().top", target)
            self.expect(0 <= top < 900, f"#{target} is at {top} px")

    def keyboard(self):
        """The tab key reaches everything, from top to bottom."""
        self.open()
        seen = []
        body = self.driver.find_element(By.TAG_NAME, "body")
        for _ in range(12):
            (self.driver.switch_to.active_element if seen else body).send_keys(Keys.TAB)
            name, place = self.run(
                "const item = document.activeElement;"
                "return [item.localName, [...document.querySelectorAll('*')].indexOf(item)]")
            if name == "body":
                break
            seen.append((name, place))
        places = [place for _, place in seen]
        self.expect(seen[0][0] == "a", f"the first stop is {seen[0][0]}, not the link to the results")
        self.expect(places == sorted(places) and len(set(places)) == len(places), f"stops in the order {seen}")

    def copy(self):
        buttons = self.driver.find_elements(By.CSS_SELECTOR, "button.copy")
        for button in buttons[:1]:
            self.run("arguments[0].click()", button)
            wanted = button.get_attribute("data-copy")
            said = self.driver.execute_async_script(
                "const done = arguments[arguments.length - 1];"
                "setTimeout(() => done(document.getElementById('said').textContent), 200)")
            self.expect(said == f"Copied: {wanted}", f"the copy button says '{said}'")
        for kind in ("svg", "csv"):
            button = self.run("return document.querySelector(`button[data-save=${arguments[0]}]`)", kind)
            if button:
                self.run("arguments[0].click()", button)
                said = self.run("return document.getElementById('said').textContent")
                self.expect(said.endswith(f".{kind}"), f"the button for {kind} says '{said}'")


def main(paths):
    driver = browser(str(pathlib.Path(paths[0]).resolve().parent))
    try:
        wrong = [line for path in paths for line in Look(driver, path).all()]
    finally:
        driver.quit()
    print("\n".join(wrong + [f"looked at {len(paths)}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
