"""Moves what is on the plan of a lab, as a person does with a mouse, with keys and with fingers."""
import math

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Plan:
    """The plan of a page; `Lab` is the page."""

    def drag(self):
        """The phone follows the pointer, and the distance follows the phone."""
        handle = self.driver.find_element(By.CSS_SELECTOR, "[data-key=phone] circle")
        before = self.place("phone")
        chain = ActionChains(self.driver).move_to_element(handle).click_and_hold()
        for _ in range(8):
            chain = chain.move_by_offset(8, -5)
        chain.release().perform()
        after = self.place("phone")
        self.expect(after[0] > before[0] + 0.2 and after[1] > before[1] + 0.1, f"the phone goes from {before} to {after}")
        distance = math.dist(after, self.place("accessory"))
        self.wait(f"return Math.abs(parseFloat(document.getElementById('truth').textContent.slice(5)) - {distance}) < 0.02",
                  f"the true distance is {self.truth()}, not {distance}")
        self.wait(f"return Math.abs(parseFloat(document.getElementById('distance').textContent) - {distance}) < 0.2",
                  f"the distance is {self.text('distance')}, not {distance}")

    def keys(self):
        """The arrow keys move what has the focus."""
        self.run("document.querySelector('[data-key=phone]').focus()")
        before = self.place("phone")
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.ARROW_DOWN)
        after = self.place("phone")
        self.expect(abs(after[0] - before[0] - 0.1) < 0.011, f"the key moves the phone from {before} to {after}")
        self.expect(abs(before[1] - after[1] - 1) < 0.011, f"the key moves the phone from {before} to {after}")

    def focus(self):
        """What has the focus is marked by a ring that hides nothing of the plan, on a large plan and a small one."""
        for width in (390, 1200):
            self.at(width, "light")
            self.run("document.querySelector('[data-key=phone]').focus()")
            self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
            frame, ring, colours, sizes = self.run("""
              const group = document.activeElement;
              const mark = group.querySelector('.mark');
              const size = (element) => element.getBoundingClientRect().width;
              const style = getComputedStyle(mark);
              return [
                getComputedStyle(group).outlineStyle, style.visibility,
                [style.stroke, getComputedStyle(document.body).color],
                [size(group.querySelector('circle')), size(mark), size(plan)],
              ];""")
            self.expect(frame == "none", f"at {width} px the focus has a frame")
            self.expect(ring == "visible" and colours[0] == colours[1],
                        f"at {width} px the mark of the focus is {ring}, in {colours[0]}")
            self.expect(sizes[0] + 6 < sizes[1] < sizes[2] / 10, f"at {width} px device, mark and plan measure {sizes}")
            self.expect(self.run("return getComputedStyle(document.querySelector('[data-key=accessory] .mark')).visibility") == "hidden",
                        f"at {width} px what has no focus is marked")

    def centre(self, key):
        self.run("plan.scrollIntoView({ block: 'center' })")
        return self.run("""
          const { left, top, width, height } = document.querySelector(`[data-key='${arguments[0]}'] circle`).getBoundingClientRect();
          return [left + width / 2, top + height / 2];""", key)

    def fingers(self):
        """Each finger moves what it holds; one that holds nothing moves nothing."""
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 3})

        def touch(kind, *points):
            points = [{"id": id, "x": x, "y": y} for id, x, y in points]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            # A browser hands out the moves of fingers once a frame.
            self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]));")

        def follows(before, signs):
            after = [self.place(key) for key in ("phone", "accessory")]
            moves = [now[1] - then[1] for now, then in zip(after, before)]
            self.expect(all((move > 0.05) - (move < -0.05) == sign for move, sign in zip(moves, signs)),
                        f"of two devices the fingers move {moves}, not {signs}")
            return after

        (px, py), (ax, ay) = self.centre("phone"), self.centre("accessory")
        cx, cy = self.run("const { left, top } = plan.getBoundingClientRect(); return [left + 10, top + 10]")
        start = [self.place(key) for key in ("phone", "accessory")]
        touch("touchStart", (0, px, py))
        touch("touchStart", (0, px, py), (1, ax, ay))
        touch("touchMove", (0, px, py - 20), (1, ax, ay + 20))
        there = follows(start, (1, -1))
        touch("touchMove", (0, px, py - 40), (1, ax, ay + 20))
        there = follows(there, (1, 0))
        touch("touchStart", (0, px, py - 40), (1, ax, ay + 20), (2, cx, cy))
        touch("touchMove", (0, px, py - 40), (1, ax, ay + 20), (2, cx, cy + 40))
        there = follows(there, (0, 0))
        touch("touchEnd", (2, cx, cy + 40))
        touch("touchMove", (0, px, py), (1, ax, ay))
        follows(there, (-1, 1))
        touch("touchEnd")
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def buttons(self):
        """Only the primary button drags."""
        x, y = self.centre("phone")
        before = self.place("phone")
        for kind, down, offset in (("mousePressed", 2, 0), ("mouseMoved", 2, 60), ("mouseReleased", 0, 60), ("mouseMoved", 0, 90)):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": x + offset, "y": y, "button": "none" if kind == "mouseMoved" else "right", "buttons": down, "clickCount": 1})
        self.expect(self.place("phone") == before, f"the right button drags the phone from {before} to {self.place('phone')}")
