"""What each key of an accessory profile may be: its legal values by the schema, for the radio what good silicon has."""

import math

from profiles import Text

# Keys that no variation touches, with the reason.
EXCLUDED = {
    "schema": "names the format",
    "extends": "names a file; a variation has all its values itself",
    "references": "names sources; every value of a variation is assumed",
    "sources": "names sources; every value of a variation is assumed",
    "faults": "plants faults, which do not conform",
    "unknown": "lists what nobody has seen, on which verdicts are inconclusive",
    "radio.missing_tones": "makes the reflector leave tones out, which does not conform",
    "radio.wrong_tones": "makes the reflector rate a phase of chance well, which does not conform",
    "advertising.connectable": "keeps phones from connecting where it is false",
    "advertising.beacon.uuid": "stands in place of the manufacturer data that is drawn",
    "advertising.beacon.major": "the same",
    "advertising.beacon.minor": "the same",
    "advertising.beacon.measured_power_dbm": "the same",
    "gatt.services": "has no rules in any set",
    "l2cap_channels": "has no rules in any set",
    "channel_sounding.antennas": "drawn with antenna_paths and the times of switching, by rules.py",
}

# Keys that may be left out, and what then holds.
OPTIONAL = {
    "identity.firmware": "",
    "identity.description": "",
    "core.company_id": "0xFFFF",
    "core.subversion": "0x0000",
    "channel_sounding.sync_antenna": None,
    "channel_sounding.rtt.aa_only_class_ns": None,
    "channel_sounding.rtt.sounding_class_ns": None,
    "channel_sounding.rtt.random_class_ns": None,
    "channel_sounding.rtt.aa_only_2m_n": 0,
    "channel_sounding.rtt.sounding_2m_n": 0,
    "channel_sounding.rtt.random_2m_n": 0,
    "advertising.fast_interval_ms": None,
    "advertising.fast_duration_s": 30,
    "advertising.company_id": None,
    "advertising.manufacturer_data": None,
    "advertising.name": None,
    "advertising.tx_power_dbm": None,
    "advertising.appearance": None,
    "gatt.vendor_service": None,
}

# The radio of good silicon: from, to, and the value near which most are, where that is not the middle.
RADIO = {
    "carrier_offset_ppm": (-45, 45),
    "carrier_drift_ppm_per_s": (-0.1, 0.1),
    "phase_noise_rad": (0, 0.06),
    "linewidth_hz": (0, 1),
    "pll_settling_tau_us": (0, 12),
    "settling_noise_deg": (0, 100),
    "settling_noise_tau_us": (0.1, 20),
    "fixed_delay_ns": (-0.8, 0.8),
    "antenna_switch_tau_us": (0, 1),
    "tone_offset_khz": (-5, 5),
    "tx_power_dbm": (-8, 10),
    "noise_floor_dbm": (-115, -100),
    "sensitivity_dbm": (-104, -92),
    "frequency_noise_ppm": (0, 0.1),
    "tone_amplitude_lsb": (100, 1200),
    "iq_gain_db": (-0.2, 0.2),
    "iq_phase_deg": (-1, 1),
    "dc_offset_dbc": (-100, -40),
    "agc_step_db": (0, 6),
    "agc_step_deg": (-2, 2),
    "inline_pct_error_deg": (0, 3),
    "inline_pct_delay_ns": (-0.4, 0.4),
    "timing_noise_ns": (0, 3),
    "turnaround_jitter_ns": (0, 100),
    "turnaround_error_ns": (-1, 1),
    "snr_output_error_db": (-1, 1),
    "snr_output_spread_db": (0.5, 0.9),
    "pct_bits": (8, 12),
    "path_delays_ns": (-0.3, 0.3),
}

def paths(schema, below=""):
    """Every key that holds a value, with its schema, in the order of the format."""
    for key, shape in schema["properties"].items():
        path = below + key
        if "properties" in shape:
            yield from paths(shape, path + ".")
        else:
            yield path, shape

def unlisted(schema):
    """Keys that are neither varied nor excluded: of the radio, whose schema does not say what good silicon has."""
    known = {"radio." + key for key in RADIO}
    varied = {path for path, _ in paths(schema)}
    missing = [path for path in varied - set(EXCLUDED) if path.startswith("radio.") and path not in known]
    idle = [path for path in list(known) + list(EXCLUDED) + list(OPTIONAL) if path not in varied]
    return sorted(missing), sorted(idle)

def draw(path, shape, chance):
    """A value of a key; None leaves it out."""
    if path in OPTIONAL and chance.random() < 0.2:
        return None
    if path.startswith("radio."):
        return radio(path[len("radio.") :], chance)
    if path in SPECIAL:
        return SPECIAL[path](chance)
    return by_shape(shape, chance)

def radio(key, chance):
    least, most = RADIO[key]
    if key == "pct_bits":
        return chance.randint(least, most)
    if key == "path_delays_ns":
        return [round(chance.uniform(least, most), 3) for _ in range(chance.choice([0, 1, 4]))]
    return round(chance.choice([least, most, chance.uniform(least, most), chance.uniform(least, most)]), 6)

def by_shape(shape, chance):
    """Any value that the schema allows, its limits more often than the rest."""
    if "enum" in shape:
        return chance.choice([word for word in shape["enum"] if not isinstance(word, float)])
    if "anyOf" in shape:
        return by_shape(chance.choice(shape["anyOf"]), chance)
    if "const" in shape:
        return shape["const"]
    kind = shape.get("type")
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "integer":
        least, most = shape["minimum"], shape["maximum"]
        value = chance.choice([least, most, chance.randint(least, most), spread(least, most, chance)])
        return "0x%04X" % value if most == 0xFFFF and least == 0 and "max_" not in str(shape) else value
    if kind == "number":
        least, most, step = shape["minimum"], shape["maximum"], shape.get("multipleOf", 0.001)
        value = chance.choice([least, most, spread(least, most, chance)])
        return min(max(round(value / step) * step, math.ceil(least / step) * step), math.floor(most / step) * step)
    if kind == "array" and "enum" in shape["items"]:
        items = shape["items"]["enum"]
        count = chance.randint(shape.get("minItems", 0), len(items))
        chosen = chance.sample(items, count)
        return [item for item in items if item in chosen]
    if kind == "string":
        return words(chance, shape.get("maxLength", 20))
    raise ValueError("no way to draw %s" % shape)

def spread(least, most, chance):
    """A number of any order of magnitude between two."""
    return round(least + math.expm1(chance.uniform(0, math.log1p(most - least))))

def words(chance, most):
    """Text of up to so many octets, with what reports have to escape."""
    letters = "abcXYZ019 -_.<>&'\"\\{}|#:%äß字"
    text = "".join(chance.choice(letters) for _ in range(chance.randint(1, min(most, 20)))).strip() or "x"
    while len(text.encode()) > most:
        text = text[:-1]
    return Text(text)

def service(chance):
    short = "0x%04X" % chance.randint(0x1800, 0xFFFF)
    parts = [chance.getrandbits(4 * count) for count in (8, 4, 4, 4, 12)]
    return chance.choice([short, "%08X-%04X-%04X-%04X-%012X" % tuple(parts)])

def services(chance):
    others = [service(chance) for _ in range(chance.randint(0, 2))]
    return list(dict.fromkeys(chance.sample(["0x185B"] + others, len(others) + 1)))

def actuation(chance):
    """`zero`, or a table of frequency actuation errors in steps of 1/32 ppm."""
    most = chance.choice([0, 1, 8, 32, 127])
    return [chance.randint(-most, most) / 32 for _ in range(72)] if most else "zero"

# Keys whose shape does not say enough.
SPECIAL = {
    "core.company_id": lambda chance: "0x%04X" % chance.randint(0, 0xFFFF),
    "core.subversion": lambda chance: "0x%04X" % chance.randint(0, 0xFFFF),
    "channel_sounding.max_consecutive_procedures": lambda chance: chance.choice([0, 0, 1, 5, 100, 65535]),
    "channel_sounding.rtt.aa_only_n": lambda chance: chance.choice([1, 10, 30, 255]),
    "channel_sounding.fae_ppm": actuation,
    "advertising.services": services,
    "advertising.company_id": lambda chance: "0x%04X" % chance.randint(0, 0xFFFF),
    "advertising.appearance": lambda chance: "0x%04X" % chance.randint(0, 0xFFFF),
    "advertising.manufacturer_data": lambda chance: Text(
        "".join("%02X" % chance.randint(0, 255) for _ in range(chance.randint(1, 20)))
    ),
    "gatt.vendor_service": service,
}
