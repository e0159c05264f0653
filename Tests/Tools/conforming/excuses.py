"""What a legal accessory may miss: requirements that ask for more than the Core specification does.

Each stands beside the public rule in Profiles/requirements; the values are those of the profile, never of a run.
"""

from rules import APPLE_SLOW, octets


def missed(p):
    """The ids of the requirements that accessory `p` does not claim to meet, with the reason."""
    cs = "channel_sounding."
    found = {}

    def excuse(ids, reason):
        for one in ids.split():
            found.setdefault(one, reason)

    ranges = "reflector" in p[cs + "roles"] and p[cs + "inline_pct.supported"]
    if not ranges:
        excuse("CS-A01 CS-A03 CS-A04 CS-A05 CS-A06 CS-A07 CS-A08 CS-A12 CS-A13", "no reflector with inline PCT")
    if "reflector" not in p[cs + "roles"]:
        excuse("AND-01 AND-03 AND-04 AND-05 AND-06", "no reflector")
    if 100 not in p[cs + "t_fcs_us"]:
        excuse("CS-A07", "no T_FCS of 100 us")
    if p[cs + "max_consecutive_procedures"]:
        excuse("CS-A12 CS-A13", "a limit of consecutive procedures")
    if not p["gatt.ranging_service"]:
        excuse("AND-01 AND-06", "no Ranging Service")
    if p["gatt.mtu_octets"] < 247:
        excuse("AND-02 ADG-19", "an ATT_MTU below 247")
    if not p["security.persistent_keys"]:
        excuse("CS-A08 AND-03 ADG-16 ASK-05 ASK-06 CS-A09", "no bond that lasts")
    if p["security.io_capability"] != "no-input-no-output":
        excuse("ASK-05", "something to confirm")
    if "0x185B" not in p["advertising.services"]:
        excuse("CS-A09 ASK-04 ASK-06 RAS-15", "the Ranging Service is not advertised")
    if not p["advertising.keeps_services_when_bonded"]:
        excuse("CS-A09 ASK-06", "no services in the advertising data to bonded phones")
    if (p.get("radio.carrier_drift_ppm_per_s") or 0) != 0:
        excuse("LL-75", "a drift that goes on for the hours of that link, beyond 50 ppm")
    if p["link.starts_phy_update"]:
        excuse("LL-42", "starts a PHY update")
    excuse_advertising(p, excuse)
    if p["link.requests_connection_parameters"]:
        excuse_link(p, excuse)
    return found


def excuse_advertising(p, excuse):
    fast, slow = p.get("advertising.fast_interval_ms"), p["advertising.interval_ms"]
    if not p["advertising.flags"] or p.get("advertising.tx_power_dbm") is None or octets(p) + 3 > 31:
        excuse("ADG-04", "Flags or TX Power Level are not there, or have no room")
    if not (fast == 20 and (p.get("advertising.fast_duration_s") or 30) >= 30) and not (slow == 20 and fast in (None, 20)):
        excuse("ADG-05", "no 30 s of 20 ms")
    if slow not in APPLE_SLOW or fast not in [None, 20] + APPLE_SLOW:
        excuse("ADG-06", "an interval that the guidelines do not list")
    if "data-packet-length-extension" not in p["features"] or p["link.data_octets"] == 27:
        excuse("ADG-15", "no longer data PDUs")
    if p["gatt.service_changed"] and not p["gatt.can_change"]:
        excuse("ADG-20", "Service Changed without attributes that change")


def excuse_link(p, excuse):
    least, most = p["link.requested_interval_min_ms"], p["link.requested_interval_max_ms"]
    latency, timeout = p["link.requested_latency"], p["link.requested_timeout_ms"]
    if latency > 30:
        excuse("ADG-07", "a latency above 30")
    if not 2000 <= timeout <= 18000:
        excuse("ADG-08", "a timeout beyond 2 to 18 s")
    if least < 15 or least % 15:
        excuse("ADG-09", "a shortest interval that is no multiple of 15 ms")
    if not (most >= least + 15 or least == most == 15):
        excuse("ADG-10", "intervals too close together")
    if most * (1 + latency) > 2000:
        excuse("ADG-11", "a silence of more than 2 s")
    if timeout <= 3 * most * (1 + latency):
        excuse("ADG-12", "a timeout below three silences")
    if least < 15:
        excuse("ADG-13", "an interval for HID")
