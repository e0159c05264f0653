"""Which requirements speak of what a source file does: the measure of right blame.

A file belongs to areas by its path; an area has the words that a requirement about it has in its title or its text.
The table says what the file is for, and knows of no mutant.
"""

import re

WORDS = {
    "advertising": r"advertis|discover|scan|channels 37|picker|finds|interval|flags|found|private address",
    "connection": r"\blinks?\b|connection|supervision|disconnect|data length|channel map|PHY|lost|retransmi|acknowledg",
    "encryption": r"encrypt|security|bond|key|pair|MIC",
    "pairing": r"pair|bond|key|encrypt|security|private address|passkey|confirm|nonce",
    "attributes": r"GATT|ATT\b|ATT_MTU|attribute|service|characteristic|value|discover|write|read|robust|indicat|notif",
    "transport": r"ATT|GATT|MTU|octets|pair|long values|L2CAP|connection parameters|interval|timeout|latency|robust",
    "control": r"PDU|reject|refus|unknown|answer|collision|cross|Instant|link layer|timeout",
    "version": r"version|6\.3|Bluetooth 6",
    "features": r"feature|6\.3|support",
    "phy": r"PHY",
    "length": r"data length|octets|length",
    "parameters": r"connection parameters|interval|latency|timeout|update|link changes|instant",
    "capabilities": r"capabilit|role|antenna|listed|claimed",
    "configuration": r"configur|main mode|sub mode|T_FCS|inline PCT|modes",
    "cs security": r"security|encrypt|vector|DRBG|fresh",
    "fae": r"FAE|frequency error|frequency offset|mode-0 offset|mode-0 frequency",
    "classification": r"classification|channel map|channels",
    "start": r"start|series|schedule|subevent|repeat|endless|parameters|procedures? that|out of turn",
    "termination": r"terminat|stop|\bend|series|endless|restart|pause",
    "steps": r"step|mode-\d|\bmodes?\b|subevent|T_FCS|T_IP|phase|tone|distance|availab|channels",
    "tones": r"tone|phase|distance|inline PCT|PCT|antenna|quality|extension|settle|usable|result|availab",
    "frequency": r"frequency|carrier|offset|mode-0|clock|stable phase|settle",
    "round trip": r"round trip|flight|SNR|RTT|distance|packet|NADM|result",
    "results": r"result|report|counter|RSSI|power level|quality|abort",
    "commands": r"command|HCI|host|error code|refus|out of range|reserved|event mask|reset",
    "ranging service": r"rang|segment|real-time|on-demand|control point|filter|abort|records|overwritten|ready",
}

# The first row that fits a path decides.
FILES = [
    (r"HostStack/(SMP|Link/HostLink\+Security)", "pairing, encryption"),
    (r"HostStack/(ATT|GATT|Link/HostLink\+Attributes)", "attributes, ranging service, transport"),
    (r"HostStack/GAP", "advertising"),
    (r"HostStack/(L2CAP|Link)", "transport, attributes, pairing, parameters"),
    (r"HostStack", "transport, attributes, pairing, encryption"),
    (r"RangingService", "ranging service"),
    (r"Reflector/AccessoryHost\+Advertising", "advertising"),
    (r"Reflector/RangingResponder", "ranging service"),
    (r"Reflector/AccessoryHost", "advertising, pairing, attributes, parameters, connection"),
    (r"Reflector/AccessoryProfile\+Host", "advertising, attributes, pairing"),
    (r"Reflector/", "capabilities, features, frequency, tones"),
    (r"LinkLayer/(Advertising|Channels)", "advertising, connection"),
    (r"PDUs/ChannelSounding/CSCapabilit", "capabilities, configuration"),
    (r"ChannelSounding/CSCapabilit", "capabilities, configuration, fae"),
    (r"ChannelSounding/CSClassif", "classification, configuration"),
    (r"ChannelSounding/CSConfig", "configuration"),
    (r"ChannelSounding/(CSSecurity|CSSetup)", "cs security, capabilities, fae, classification"),
    (r"ChannelSounding/CSStart", "start, steps"),
    (r"ChannelSounding/CSTermination", "termination"),
    (r"ChannelSounding/CSLinkState", "configuration, start, cs security"),
    (r"Procedures/ConnectionUpdate", "parameters, connection, control, classification"),
    (r"Procedures/ConnectionParameters|PDUs/Connection", "parameters, connection, control"),
    (r"Procedures/DataLength", "length, connection"),
    (r"Procedures/Encryption|PDUs/Encryption", "encryption, control"),
    (r"Procedures/Feature", "features, version, control"),
    (r"PDUs/Feature", "features, control"),
    (r"Procedures/PHY|PDUs/Radio", "phy, control, length"),
    (r"Procedures/Termination", "connection, control"),
    (r"LinkLayer/", "control, connection"),
    (r"Commands/(Advertis|Extended|Privacy|Discovery)", "advertising, commands, connection"),
    (r"Commands/ChannelSounding", "commands, configuration, capabilities, cs security, fae"),
    (r"Commands/(Link|HostFlow)", "commands, connection, parameters"),
    (r"Commands/PublicKey", "commands, pairing"),
    (r"Commands/HostNotifications", "capabilities, configuration, results, connection"),
    (r"VirtualController/Commands", "commands, features"),
    (r"VirtualController/Discovery", "advertising, connection"),
    (r"Exchange/.*Packet", "round trip, steps"),
    (r"Exchange/.*Tone", "tones, steps"),
    (r"Exchange/StepWriter", "results, tones, round trip, steps"),
    (r"VirtualController/Exchange", "steps, tones, frequency, round trip, results"),
    (r"VirtualController/Link/LinkEncryption", "encryption, connection"),
    (r"VirtualController/Link", "connection, encryption, length, phy, parameters"),
    (r"VirtualController/Procedures", "steps, start, termination, results, cs security"),
    (r"VirtualController/Testing", "steps, frequency, tones, commands"),
    (r"VirtualController/", "commands, connection"),
    (r"RadioModel/Device/Oscillator", "frequency, tones, steps, connection"),
    (r"RadioModel", "tones, frequency, round trip, results"),
]


def areas(path):
    """The areas of a source file."""
    for pattern, names in FILES:
        if re.search(pattern, path):
            return names.split(", ")
    return []


def fits(path, requirement):
    """Whether a requirement, as the report has it, speaks of what a file does."""
    text = "%s %s" % (requirement["title"], requirement["text"])
    return any(re.search(WORDS[name], text, re.I) for name in areas(path))
