#!/usr/bin/env python3
"""Uses the page of a lab as a person does, and knocks at its server as a stranger does; prints what is wrong, a line
each: lab.py ADDRESS RECORDING
"""
import hashlib
import html
import json
import pathlib
import sys
import tempfile
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import lab_plan
import look
from lab_server import ask, strangers

PATIENCE = 60


class Stuck(Exception):
    """Something did not come, and what follows would wait for it, too."""


class Lab(look.Look, lab_plan.Plan):
    """The page of a lab in one browser."""

    def __init__(self, driver, url):
        super().__init__(driver, "lab")
        self.url = url
        self.own = url.rsplit("/", 1)[0] + "/"

    def quiet(self):
        """No message of the console, and no request but to the own server."""
        for entry in self.driver.get_log("browser"):
            self.expect(False, f"console: {entry['message']}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                to = message["params"]["request"]["url"]
                self.expect(to.startswith((self.own, "about:", "blob:" + self.own)), f"request: {to}")

    def wait(self, script, text):
        """Waits until a script gives true."""
        until = time.monotonic() + PATIENCE
        while not self.run(script):
            if time.monotonic() > until:
                self.expect(False, text)
                raise Stuck
            time.sleep(0.1)

    def text(self, id):
        return self.run("return document.getElementById(arguments[0]).textContent", id)

    def truth(self):
        text = self.text("truth")
        return float(text.split()[1]) if text else None

    def place(self, key):
        label = self.run("return document.querySelector(`[data-key='${arguments[0]}']`).getAttribute('aria-label')", key)
        return [float(number) for number in label.split(" at ")[1].rstrip(" m").split(", ")]

    def ready(self):
        self.wait("return document.querySelectorAll('.drawings svg:first-child').length === 5", "the five plots do not come")
        self.wait("return document.querySelectorAll('#verdicts tbody tr').length > 20", "the verdicts do not come")
        self.wait("return document.querySelectorAll('#frames tr').length > 10", "the frames do not come")

    def views(self):
        for scheme in ("light", "dark"):
            for width in look.WIDTHS:
                self.at(width, scheme)
                self.open()
                self.ready()
                wide = self.run("return document.scrollingElement.scrollWidth - innerWidth")
                self.expect(wide <= 0, f"at {width} px {scheme} it is {wide} px too wide")
                cut = self.run("return [...document.querySelectorAll('.drawings .wide:has(.plot-drawing)')].filter((item) => item.scrollWidth > item.clientWidth + 1).map((item) => item.id)")
                self.expect(not cut, f"at {width} px {scheme} these plots are cut: {cut}")
                short = self.run("return [...document.querySelectorAll('#controls select')].filter((item) => item.getBoundingClientRect().right < item.parentElement.getBoundingClientRect().right - 1).map((item) => item.id)")
                self.expect(not short, f"at {width} px {scheme} these fields leave room unused: {short}")
                if (width, scheme) in look.CHECKED:
                    # What moves would be checked for ever.
                    self.press("pause")
                    self.accessible(f"at {width} px {scheme}")
                    self.press("pause")
                self.quiet()
        points = self.run("return [...document.querySelectorAll('.drawings [data-points]')].map((item) => Number(item.dataset.points))")
        self.expect(len(points) >= 6 and min(points) > 0, f"the plots have {points} values")

    def press(self, id):
        self.run("document.getElementById(arguments[0]).click()", id)

    def turn(self, path, value):
        self.run("""
          const input = document.querySelector(`[data-path='${arguments[0]}']`);
          input.value = arguments[1];
          input.dispatchEvent(new Event('input', { bubbles: true }));""", path, value)

    def knob(self):
        """A knob changes the verdicts, the saved profile and the command."""
        badge = "return document.querySelector('#verdict .badge')?.textContent"
        self.wait(f"{badge} === 'PASS'", "the accessory does not pass at first")
        self.turn("radio.pll_settling_tau_us", 40)
        self.wait(f"{badge} === 'FAIL'", "a slow PLL does not fail")
        changes = self.run("return [...document.querySelectorAll('#changes tbody td')].map((cell) => cell.textContent)")
        self.expect(changes == ["radio.pll_settling_tau_us", "5", "40"], f"the changes are {changes}")
        self.expect("reflector range profile.yaml" in self.text("command"), f"the command is {self.text('command')}")
        status, profile = ask(self.url, "GET", "profile.yaml")
        self.expect(status == 200 and "pll_settling_tau_us: 40" in profile, "the saved profile lacks the change")
        self.report(profile)
        self.turn("radio.pll_settling_tau_us", 5)
        self.wait(f"{badge} === 'PASS'", "the accessory does not pass again")
        self.run("document.querySelector(\"[data-path='channel_sounding.t_fcs_us'] input[value='100']\").click()")
        self.wait("return document.querySelector('#changes tbody').textContent.includes('t_fcs_us')", "T_FCS is not changed")
        self.run("document.querySelector(\"[data-path='channel_sounding.t_fcs_us'] input[value='100']\").click()")
        self.wait("return document.querySelectorAll('#changes tbody tr').length === 0", "T_FCS is not as it was")

    def report(self, profile):
        """The saved report is about the saved profile, and says how to repeat it."""
        status, report = ask(self.url, "GET", "report.html")
        report = html.unescape(report)
        digest = hashlib.sha256(profile.encode()).hexdigest()
        for part in (digest, "radio.pll_settling_tau_us from 5 to 40.", "reflector check profile.yaml --seed 1"):
            self.expect(part in report, f"the saved report lacks '{part}'")

    def early_report(self):
        """A report that is saved during a check is about the accessory as it is now."""
        for value in (40, 5):
            status, _ = ask(self.url, "POST", "change", body=json.dumps({"values": {"radio.pll_settling_tau_us": value}}).encode())
            self.expect(status == 200, f"the change is answered with {status}")
            status, report = ask(self.url, "GET", "report.html")
            is_changed = "radio.pll_settling_tau_us from 5 to 40." in html.unescape(report)
            self.expect(status == 200 and is_changed == (value == 40), f"during the check of {value} us the report is of another accessory")

    def phone(self):
        """Another phone takes the place of the first."""
        for phone in ("android16", "iphone-ios27"):
            self.run("""
              const field = document.getElementById('phoneName');
              field.value = arguments[0];
              field.dispatchEvent(new Event('input', { bubbles: true }));""", phone)
            self.wait(f"return document.getElementById('command').textContent.includes('--phone {phone} ')",
                      f"the phone is not {phone}: {self.text('refusal')}")
        self.expect(self.text("refusal") == "", f"the refusal is {self.text('refusal')}")

    def quick(self):
        """Walls that come at once, or over a slow line, are all there."""
        count = "return document.querySelectorAll('#plan .wall').length"
        boxes = "[...document.querySelectorAll(\"[data-path='channel_sounding.t_fcs_us'] input\")]"
        before = self.run(f"return {boxes}.map((box) => box.checked)")
        for wanted in ([True] * len(before), before):
            self.run(f"for (const [index, wanted] of arguments[0].entries()) if ({boxes}[index].checked !== wanted) {boxes}[index].click();", wanted)
            self.expect(self.run(f"return {boxes}.map((box) => box.checked)") == wanted, "choices that come at once are lost")
        self.run("for (let count = 0; count < 2; count += 1) document.getElementById('pause').click();")
        self.expect(self.text("pause") == "Pause", "two presses of Pause are not none")
        label = self.run("return document.querySelector(\"[data-path='radio.phase_noise_rad']\").nextElementSibling.textContent")
        self.expect(label == "0.044 rad", f"the phase noise of the profile is shown as {label}")
        self.wait("return document.querySelectorAll('#changes tbody tr').length === 0", "the choices do not come back")
        self.run("for (let count = 0; count < 3; count += 1) document.getElementById('wall-add').click();")
        self.wait(f"{count} === 3", "of three walls some are lost")
        slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
        self.press("wall-add")
        self.wait(f"{count} === 4", "over a slow line a wall does not come")
        self.wait("return document.getElementById('command').textContent.includes('--environment environment.yaml')",
                  "over a slow line the state does not come")
        self.expect(ask(self.url, "GET", "environment.yaml")[1].count("extra_m") >= 1, "the server has no wall")
        self.wait("return !document.getElementById('wall-remove').disabled", "over a slow line no wall can be removed")
        self.run("for (let count = 0; count < 4; count += 1) document.getElementById('wall-remove').click();")
        self.wait("return document.getElementById('command').textContent.includes('--environment line-of-sight')",
                  "over a slow line the walls stay")
        self.wait(f"{count} === 0", "over a slow line the walls stay on the page")
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})

    def boxes(self, *values):
        for value in values:
            self.run("document.querySelector(`[data-path='channel_sounding.t_fcs_us'] input[value='${arguments[0]}']`).click()", value)

    def together(self):
        """What another page changes stays, while changes of this one are under way."""
        first = self.driver.current_window_handle
        count = "return document.querySelectorAll('#plan .wall').length"
        chosen = "return [...document.querySelectorAll(\"[data-path='channel_sounding.t_fcs_us'] input:checked\")].map((box) => box.value)"
        before = self.run(chosen)
        new = [value for value in ("15", "20", "30", "40", "50", "60", "80", "120") if value not in before][:3]
        self.press("wall-add")
        self.wait(f"{count} === 1", "no wall comes")
        end = self.run("return document.querySelector('.handle.end').dataset.key")
        self.driver.switch_to.new_window("window")
        other = Lab(self.driver, self.url)
        self.driver.get(self.url)
        other.ready()
        second = self.driver.current_window_handle
        self.driver.switch_to.window(first)
        slow = {"offline": False, "latency": 3000, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
        self.run("document.querySelector(`[data-key='${arguments[0]}']`).focus()", end)
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
        self.boxes(new[0])
        self.driver.switch_to.window(second)
        other.press("wall-add")
        other.boxes(new[1])
        self.wait(f"{count} === 2", "no second wall comes")
        self.driver.switch_to.window(first)
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
        self.boxes(new[2])
        moved = self.place(end)
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})
        self.driver.switch_to.window(second)
        where = f"document.querySelector(`[data-key='{end}']`).getAttribute('aria-label')"
        self.wait(f"return {where}.includes('{moved[1]:.2f} m')", "the other page does not follow the wall")
        wanted = json.dumps(sorted([*before, *new]))
        self.wait(f"return JSON.stringify((() => {{ {chosen} }})().sort()) === JSON.stringify({wanted})", "of T_FCS that two pages choose, some are lost")
        self.wait(f"{count} === 2", "the wall of the other page is lost")
        other.boxes(*new)
        for _ in range(2):
            other.press("wall-remove")
        self.wait(f"{count} === 0", "the walls stay")
        self.driver.close()
        self.driver.switch_to.window(first)
        self.wait(f"{count} === 0", "the walls stay on the first page")
        self.wait("return document.querySelectorAll('#changes tbody tr').length === 0", "T_FCS is not as it was")

    def walls(self):
        """A wall gives an echo, which the saved environment has."""
        self.press("wall-add")
        self.wait("return document.querySelectorAll('#plan .wall').length === 1", "no wall comes")
        status, text = ask(self.url, "GET", "environment.yaml")
        self.expect(status == 200 and "extra_m" in text, f"the saved environment has no echo: {text}")
        self.press("wall-remove")
        self.wait("return document.querySelectorAll('#plan .wall').length === 0", "the wall stays")

    def two(self):
        """Two pages show the same; a reload loses nothing."""
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("window")
        self.driver.get(self.url)
        self.ready()
        other = Lab(self.driver, self.url)
        here = other.place("phone")
        self.run("document.querySelector('[data-key=accessory]').focus()")
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
        moved = other.place("accessory")
        self.driver.switch_to.window(first)
        self.wait(f"return document.querySelector('[data-key=accessory]').getAttribute('aria-label').includes('{moved[1]:.2f}')",
                  "the other page does not follow")
        self.expect(self.place("phone") == here, "two pages show different places")
        self.driver.refresh()
        self.ready()
        self.expect((self.place("phone"), self.place("accessory")) == (here, moved), "a reload changes the places")
        self.driver.switch_to.new_window("tab")
        self.driver.close()
        self.driver.switch_to.window(first)

    def recording(self, path):
        """A recording plays in the same plots; what is none is refused."""
        field = self.driver.find_element(By.ID, "recording")
        with tempfile.NamedTemporaryFile(suffix=".pcapng") as file:
            file.write(b"no recording at all, <img src=x onerror=alert(1)>")
            file.flush()
            field.send_keys(file.name)
            self.wait("return !document.getElementById('refusal').hidden", "a text is taken for a recording")
        clock = json.dumps(self.text("clock"))
        self.wait(f"return document.getElementById('clock').textContent !== {clock}", "time stands still")
        self.expect(self.text("refusal") != "", "the refusal does not stay")
        field.send_keys(path)
        self.wait("return !document.getElementById('played').hidden", "the recording does not play")
        shown = self.run("return ['verdict', 'clock'].filter((id) => !document.getElementById(id).hidden)")
        self.expect(not shown, f"beside the distance of a recording stand these of the bench: {shown}")
        self.wait("return document.getElementById('refusal').hidden", "the refusal stays for ever")
        self.wait("return document.getElementById('truth').textContent === ''", "a recording has a true distance")
        self.wait("return document.getElementById('drawing-phase').textContent.includes('procedure')", "there is no phase plot")
        most = int(self.run("return document.getElementById('position').max"))
        self.run("""
          const slider = document.getElementById('position');
          slider.value = slider.max;
          slider.dispatchEvent(new Event('input', { bubbles: true }));""")
        self.wait(f"return document.getElementById('position-number').textContent === '{most + 1}'", "the slider does not move")
        self.same_name(path)
        self.press("bench")
        self.wait("return document.getElementById('played').hidden", "the bench does not come back")
        self.wait("return document.getElementById('pause').textContent === 'Pause'", "the bench stands still")
        self.wait("return document.getElementById('truth').textContent !== ''", "the bench has no true distance")
        self.press("pause")
        self.wait("return document.getElementById('pause').textContent === 'Go on'", "the bench goes on")
        field.send_keys(path)
        self.wait("return !document.getElementById('played').hidden", "the recording does not play again")
        self.press("bench")
        self.wait("return document.getElementById('played').hidden", "the bench does not come back again")
        self.expect(self.text("pause") == "Go on", "the bench does not stay paused")
        self.press("pause")

    def same_name(self, path):
        """Another recording with the same name takes the place of the first, and has none of its plots."""
        field = self.driver.find_element(By.ID, "recording")
        rounds = pathlib.Path(path).with_name("session-mode-1.pcapng")
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder, pathlib.Path(path).name)
            other.write_bytes(rounds.read_bytes())
            field.send_keys(str(other))
            self.wait("return document.getElementById('drawing-phase').childElementCount === 0", "a recording without tones has a phase plot")
        self.wait("return document.getElementById('title-phase').getClientRects().length === 0", "a missing plot has a title")

    def copy(self):
        command = self.text("command")
        self.press("copy")
        self.wait(f"return document.getElementById('said').textContent === {json.dumps('Copied: ' + command)}",
                  f"the copy button says '{self.text('said')}'")

    def hostile(self):
        """A page of somebody else in the same browser, even one that knows the address, changes nothing."""
        here = self.place("phone")
        self.driver.get("data:text/html,<title>hostile</title>")
        self.driver.execute_async_script("""
          const [url, done] = arguments;
          const body = JSON.stringify({ phone: [9, 9] });
          const tries = ['no-cors', 'cors'].flatMap((mode) => ['text/plain', 'application/json'].map((type) =>
            fetch(url + 'change', { method: 'POST', mode, body, headers: { 'Content-Type': type } }).catch(() => {})));
          Promise.all(tries).then(() => done());""", self.own)
        self.driver.get_log("browser")
        self.open()
        self.ready()
        self.expect(self.place("phone") == here, "a hostile page moves the phone")

    def everything(self, recording):
        try:
            self.views()
            self.at(1200, "light")
            self.open()
            self.ready()
            for part in (self.drag, self.keys, self.focus, self.fingers, self.buttons, self.knob, self.early_report, self.phone, self.walls,
                         self.quick, self.together, self.two, self.copy):
                part()
            self.recording(recording)
            # A refused recording is told by the browser too.
            self.driver.get_log("browser")
            self.hostile()
        except Stuck:
            pass
        return self.wrong


def main(url, recording):
    wrong = strangers(url)
    driver = look.browser(tempfile.gettempdir())
    try:
        wrong += Lab(driver, url).everything(str(pathlib.Path(recording).resolve()))
    finally:
        driver.quit()
    print("\n".join(wrong + ["used the lab"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
