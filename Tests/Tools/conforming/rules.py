"""What must hold between the keys of a legal accessory, and what a legal accessory may still miss."""

import math

# The features without which there is no Channel Sounding.
NEEDED = ["le-encryption", "channel-sounding", "channel-sounding-host-support"]
# The features of feature pages beyond the first.
EXTENDED = ["frame-space-update", "channel-sounding-enhancement-1"]
APPLE_SLOW = [152.5, 211.25, 318.75, 417.5, 546.25, 760, 852.5, 1022.5, 1285]


def mend(p, order, chance):
    """Changes `p`, a table of drawn values, until it is legal. `order` has the features in their order."""
    mend_sounding(p, chance)
    mend_round_trips(p)
    mend_features(p, order)
    mend_radio(p)
    mend_advertising(p)
    mend_link(p)
    if not p["security.bonding"]:
        p["security.persistent_keys"] = False


def mend_sounding(p, chance):
    cs = "channel_sounding."
    antennas = p[cs + "antennas"] = chance.randint(1, p[cs + "antenna_paths"])
    if isinstance(p.get(cs + "sync_antenna"), int) and p[cs + "sync_antenna"] > antennas:
        p[cs + "sync_antenna"] = "repetitive"
    for key in ("t_sw_us", "inline_pct.t_sw_us"):
        if antennas == 1 and key == "t_sw_us":
            p[cs + key] = 0
        elif antennas > 1 and not p.get(cs + key):
            p[cs + key] = chance.choice([1, 2, 4, 10])
    if "reflector" not in p[cs + "roles"] or p["interpretations.capability_layout"] == "without-tail":
        p[cs + "inline_pct.supported"] = False
    if p["interpretations.enhancement_octet"] == "absent":
        p[cs + "inline_pct.supported"] = False
    if p[cs + "inline_pct.supported"]:
        p["core.version"] = "6.3"
        p[cs + "inline_pct.t_ip2_us"] = p.get(cs + "inline_pct.t_ip2_us") or [145]
        p[cs + "inline_pct.t_sw_us"] = p.get(cs + "inline_pct.t_sw_us") or 0
    else:
        p[cs + "inline_pct.t_ip2_us"] = p[cs + "inline_pct.t_sw_us"] = None
    if float(p["core.version"]) < 6:
        p["core.version"] = "6.0"
    if p[cs + "no_fae"]:
        p[cs + "fae_ppm"] = "zero"
    for key, mandatory in (("t_ip1_us", 145), ("t_ip2_us", 145), ("t_fcs_us", 150), ("t_pm_us", 40)):
        if mandatory not in p[cs + key]:
            p[cs + key] = p[cs + key] + [mandatory]
    if "1m" not in p[cs + "sync_phys"]:
        p[cs + "sync_phys"] = ["1m"] + p[cs + "sync_phys"]


def mend_round_trips(p):
    cs = "channel_sounding."
    for kind in ("aa_only", "sounding", "random"):
        if not p.get(cs + "rtt.%s_n" % kind):
            p[cs + "rtt.%s_class_ns" % kind] = p[cs + "rtt.%s_2m_n" % kind] = None
            if kind != "aa_only":
                p[cs + "nadm." + kind] = []
        tail = p["core.version"] == "6.3" and p["interpretations.capability_layout"] != "without-tail"
        if p[cs + "sync_phys"] == ["1m"] or not tail:
            p[cs + "rtt.%s_2m_n" % kind] = None
    if not p.get(cs + "rtt.sounding_n"):
        p[cs + "sounding_pct_estimate"] = False


def mend_features(p, order):
    features = set(p["features"]) | set(NEEDED)
    if p["channel_sounding.inline_pct.supported"]:
        features.add("channel-sounding-enhancement-1")
    if p["channel_sounding.sync_phys"] != ["1m"]:
        features.add("le-2m-phy")
    if features & set(EXTENDED):
        features.add("extended-feature-set")
    p["features"] = [feature for feature in order if feature in features]
    if "data-packet-length-extension" not in features:
        p["link.data_octets"] = 27


def mend_radio(p):
    """A radio whose tones have settled by the shortest T_FCS that it claims, and by the shortest T_SW."""
    shortest = min(p["channel_sounding.t_fcs_us"])
    tau = p.get("radio.pll_settling_tau_us") or 0
    while tau > 0 and hop_left(tau, shortest) > 0.02:
        tau = round(tau * 0.9, 6)
    p["radio.pll_settling_tau_us"] = tau
    tau = p.get("radio.settling_noise_tau_us", 20) or 20
    while tau > 0.1 and (p.get("radio.settling_noise_deg") or 0) * math.exp(-shortest / tau) > 1:
        tau = max(0.1, round(tau * 0.9, 6))
    p["radio.settling_noise_tau_us"] = tau
    switching = [p.get("channel_sounding." + key) for key in ("t_sw_us", "inline_pct.t_sw_us")]
    most = min([time for time in switching if time] or [1]) / 8
    p["radio.antenna_switch_tau_us"] = min(p.get("radio.antenna_switch_tau_us") or 0, round(most, 6))
    delays = p.get("radio.path_delays_ns") or []
    p["radio.path_delays_ns"] = delays[: p["channel_sounding.antenna_paths"]]


def hop_left(tau, time):
    """The phase in radians that a hop over the whole band leaves after so many microseconds."""
    return 2 * math.pi * 74 * tau * math.exp(-time / tau)


def mend_advertising(p):
    key = "advertising."
    if p.get(key + "fast_interval_ms") is None:
        p[key + "fast_duration_s"] = None
    elif p[key + "fast_interval_ms"] > p[key + "interval_ms"]:
        slow = p[key + "fast_interval_ms"]
        p[key + "fast_interval_ms"], p[key + "interval_ms"] = p[key + "interval_ms"], slow
    if p.get(key + "company_id") is None:
        p[key + "manufacturer_data"] = None
    flags = p[key + "flags"]
    if "limited-discoverable" in flags and "general-discoverable" in flags:
        p[key + "flags"] = [flag for flag in flags if flag != "limited-discoverable"]
    while octets(p) > 31:
        if p.get(key + "manufacturer_data") is not None:
            p[key + "manufacturer_data"] = p[key + "manufacturer_data"][:-2] or None
        elif len(p[key + "services"]) > 1:
            p[key + "services"] = p[key + "services"][:-1]
        else:
            p[key + "company_id"] = None
    if p.get(key + "name") and len(p[key + "name"].encode()) > 20:
        p[key + "name"] = p[key + "name"][:5]


def octets(p):
    """The octets of the AD structures that must be in the advertising data itself."""
    short = sum(1 for item in p["advertising.services"] if len(item) == 6)
    long = len(p["advertising.services"]) - short
    data = p.get("advertising.manufacturer_data") or ""
    company = 0 if p.get("advertising.company_id") is None else 4 + len(data) // 2
    flags = 3 if p["advertising.flags"] else 0
    return flags + (2 + 2 * short if short else 0) + (2 + 16 * long if long else 0) + company


def mend_link(p):
    key = "link.requested_"
    if p[key + "interval_min_ms"] > p[key + "interval_max_ms"]:
        p[key + "interval_min_ms"], p[key + "interval_max_ms"] = p[key + "interval_max_ms"], p[key + "interval_min_ms"]
    # [Vol 6, Part B, 4.5.2]: the timeout is longer than two intervals with latency; 32 s is the longest.
    while 2 * (1 + p[key + "latency"]) * p[key + "interval_max_ms"] >= 32_000:
        p[key + "latency"] = p[key + "latency"] // 2
        if p[key + "latency"] == 0:
            p[key + "interval_max_ms"] = p[key + "interval_min_ms"] = min(p[key + "interval_min_ms"], 1000)
    least = 2 * (1 + p[key + "latency"]) * p[key + "interval_max_ms"]
    if p[key + "timeout_ms"] <= least:
        p[key + "timeout_ms"] = min(32_000, (math.floor(least / 10) + 1) * 10)


def befriend(p, chance):
    """Gives `p` what phone platforms ask of an accessory beyond the Core specification."""
    cs = "channel_sounding."
    p["core.version"] = "6.3"
    p["interpretations.capability_layout"] = "candidate-a"
    p["interpretations.enhancement_octet"] = "octet-26"
    p["features"] = p["features"] + ["extended-feature-set", "channel-sounding-enhancement-1"]
    if "reflector" not in p[cs + "roles"]:
        p[cs + "roles"] = ["reflector"]
    p[cs + "inline_pct.supported"] = True
    p[cs + "max_consecutive_procedures"] = 0
    if 100 not in p[cs + "t_fcs_us"]:
        p[cs + "t_fcs_us"] = sorted(p[cs + "t_fcs_us"] + [100])
    if "0x185B" not in p["advertising.services"]:
        p["advertising.services"] = ["0x185B"]
    p["security.bonding"] = p["security.persistent_keys"] = True
    p["advertising.keeps_services_when_bonded"] = True
    p["gatt.mtu_octets"] = max(p["gatt.mtu_octets"], 247)
    if chance.random() < 0.5:
        p["advertising.fast_interval_ms"], p["advertising.fast_duration_s"] = 20, chance.randint(30, 60)
        p["advertising.interval_ms"] = chance.choice(APPLE_SLOW)
        p["advertising.tx_power_dbm"] = p.get("advertising.tx_power_dbm") or 0
        p["advertising.flags"] = p["advertising.flags"] or ["general-discoverable"]
    befriend_link(p, chance)


def befriend_link(p, chance):
    """Connection parameters that the Accessory Design Guidelines allow."""
    key = "link.requested_"
    least = 15 * chance.randint(1, 8)
    p[key + "interval_min_ms"] = least
    p[key + "interval_max_ms"] = least + 15 * chance.randint(0 if least == 15 else 1, 4)
    p[key + "latency"] = chance.randint(0, min(30, int(1900 / p[key + "interval_max_ms"]) - 1))
    needed = 3 * (1 + p[key + "latency"]) * p[key + "interval_max_ms"]
    p[key + "timeout_ms"] = 10 * chance.randint(max(200, math.floor(needed / 10) + 1), 600)
