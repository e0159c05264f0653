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
