"""Which requirements speak of what a source file does: the measure of right blame.

A file belongs to areas by its path; an area has the words that a requirement about it has in its title or its text.
The table says what the file is for, and knows of no mutant.
"""

import re

WORDS = {
    "advertising": r"advertis|discover|scan|channels 37|picker|finds|interval|flags|found|private address",
    "connection": r"\blink\b|links|connection|supervision|disconnect|data length|channel map|PHY|event|alive|lost",
    "encryption": r"encrypt|security|bond|key|pair|MIC",
    "pairing": r"pair|bond|key|encrypt|security|private address|passkey|confirm|nonce",
    "attributes": r"GATT|ATT\b|ATT_MTU|attribute|service|characteristic|value|discover|write|read|robust|indicat|notif",
    "transport": r"ATT|GATT|MTU|octets|pair|long values|L2CAP|connection parameters|interval|timeout|latency|robust",
    "control": r"link|PDU|procedure|reject|refus|unknown|version|feature|answer|collision|cross|instant|timeout|error",
    "version": r"version|6\.3|Bluetooth 6",
    "features": r"feature|6\.3|support",
    "phy": r"PHY",
    "length": r"data length|octets|length",
    "parameters": r"connection parameters|interval|latency|timeout|update|link changes|instant",
    "capabilities": r"capabilit|claimed|role|antenna|T_FCS|listed",
    "configuration": r"configur|mode|T_FCS|inline PCT|times|channel",
    "cs security": r"security|encrypt|vector|DRBG|fresh",
    "fae": r"FAE|frequency error|frequency offset|mode-0 offset|mode-0 frequency",
    "classification": r"classification|channel map|channels",
    "start": r"start|procedure|series|schedule|subevent|interval|parameters|cross|endless|rate",
    "termination": r"terminat|stop|end of|series|endless|procedure|restart|pause",
    "steps": r"step|mode|subevent|procedure|result|T_FCS|T_IP|timing|time|phase|tone|distance|availab|channels|packet",
    "tones": r"tone|phase|distance|inline PCT|PCT|antenna|quality|extension|settle|usable|result|availab",
    "frequency": r"frequency|carrier|offset|mode-0|clock|stable phase|settle",
    "round trip": r"round trip|flight|SNR|RTT|distance|packet|NADM|result",
    "results": r"result|report|subevent|procedure|counter|RSSI|power level|quality|abort",
    "commands": r"command|HCI|host|error code|event|refus|report|parameter|reset",
    "ranging service": r"rang|segment|real-time|on-demand|control point|filter|abort|records|overwritten|ready",
}

# The first row that fits a path decides.
FILES = [
    (r"HostStack/(SMP|HostLink\+Security)", "pairing encryption"),
    (r"HostStack/(ATT|GATT|HostLink\+Attributes|BluetoothUUID)", "attributes ranging service transport"),
    (r"HostStack/GAP", "advertising"),
    (r"HostStack/(L2CAP|Transport|HostLink)", "transport attributes pairing parameters"),
    (r"HostStack", "transport attributes pairing encryption"),
    (r"RangingService", "ranging service"),
    (r"Reflector/AccessoryHost\+Advertising", "advertising"),
    (r"Reflector/RangingResponder", "ranging service"),
    (r"Reflector/AccessoryHost", "advertising pairing attributes parameters connection capabilities phy"),
    (r"Reflector/", "advertising attributes pairing capabilities features connection frequency tones steps"),
    (r"LinkLayer/(Advertising|Channels)", "advertising connection"),
    (r"ChannelSounding/CSCapabilit|PDUs/CSCapabilit", "capabilities configuration"),
    (r"ChannelSounding/CSClassif", "classification configuration"),
    (r"ChannelSounding/CSConfig|PDUs/CSConfig", "configuration"),
    (r"ChannelSounding/CSFAE", "fae"),
    (r"ChannelSounding/CSSecurity|PDUs/CSSetup", "cs security capabilities fae classification"),
    (r"ChannelSounding/(CSStart|CSProcedure)|PDUs/CSStart", "start steps"),
    (r"ChannelSounding/CSTermination", "termination"),
    (r"ChannelSounding/CSLinkState", "configuration start termination cs security capabilities"),
    (r"Procedures/(ConnectionParameters|ConnectionUpdate)|PDUs/Connection", "parameters connection control"),
    (r"Procedures/ChannelMap", "connection control classification"),
    (r"Procedures/DataLength", "length connection"),
    (r"Procedures/Encryption|PDUs/Encryption", "encryption control"),
    (r"Procedures/Feature|PDUs/Feature", "features control"),
    (r"Procedures/PHY|PDUs/Radio", "phy control length"),
    (r"Procedures/Termination", "connection control"),
    (r"Procedures/Version", "version control"),
    (r"LinkLayer/", "control connection encryption start"),
    (r"Commands/(Advertis|Extended|FilterAccept|Privacy|Discovery)", "advertising commands connection"),
    (r"Commands/(ChannelSounding|CSTest)", "commands configuration start capabilities cs security results"),
    (r"Commands/(Link|HostFlow|PublicKey)", "commands connection parameters pairing encryption"),
    (r"VirtualController/Commands", "commands capabilities features connection results configuration start"),
    (r"VirtualController/Discovery", "advertising connection"),
    (r"Exchange/.*(Packet|RTT)|Exchange/PacketFormat", "round trip steps"),
    (r"Exchange/.*Tone", "tones steps"),
    (r"Exchange/.*Mode0", "frequency steps results"),
    (r"Exchange/StepWriter", "results tones round trip steps"),
    (r"VirtualController/Exchange", "steps tones frequency round trip results"),
    (r"VirtualController/Link/LinkEncryption", "encryption connection"),
    (r"VirtualController/Link", "connection encryption length phy parameters"),
    (r"VirtualController/Procedures", "steps start termination results cs security"),
    (r"VirtualController/Testing", "steps frequency tones commands round trip"),
    (r"VirtualController/", "commands connection advertising steps features"),
    (r"RadioModel/Device/(DeviceClock|Oscillator)", "frequency tones steps connection"),
    (r"RadioModel", "tones frequency round trip results"),
]


def areas(path):
    """The areas of a source file."""
    for pattern, names in FILES:
        if re.search(pattern, path):
            return [name for name in WORDS if re.search(r"(?<!\w )\b%s\b" % name, names)]
    return []


def fits(path, requirement):
    """Whether a requirement, as the report has it, speaks of what a file does."""
    text = "%s %s" % (requirement["title"], requirement["text"])
    return any(re.search(WORDS[name], text, re.I) for name in areas(path))
