"""What makes a mutant act on the accessory's end alone: the scratch copy knows which end runs.

A controller, a host and whatever they schedule belong to the end that made them. Where one end calls the other, the
medium or the tester, the copy says so. Each patch must fit the sources; one that no longer does is an error.
"""

import re

HEADER = """#pragma once
#include <stdbool.h>
#include <stdint.h>

// The mutant that acts, -1 for none, -2 to note which are come by.
extern int32_t mutantChosen;
// Whether the accessory's end runs.
extern int32_t mutantEnd;
extern uint8_t mutantSeen[];

static inline bool mutantActs(int32_t number) {
  if (number == mutantChosen) return true;
  if (mutantChosen == -2) mutantSeen[number] = 1;
  return false;
}
static inline bool mutant(int32_t number) { return mutantEnd != 0 && mutantActs(number); }
static inline bool mutantOf(int32_t number, bool isAccessory) { return isAccessory && mutantActs(number); }
static inline bool mutantIsArmed(void) { return mutantChosen >= 0; }
static inline int32_t mutantEntered(void) { return mutantEnd; }
static inline int32_t mutantEnter(int32_t end) {
  int32_t outer = mutantEnd;
  mutantEnd = end;
  return outer;
}
static inline void mutantLeave(int32_t outer) { mutantEnd = outer; }
"""

SOURCE = """#include "MutantSwitch.h"
#include <stdio.h>
#include <stdlib.h>

int32_t mutantChosen = -1;
int32_t mutantEnd = 0;
uint8_t mutantSeen[%(count)d];

static void tell(void) {
  FILE *file = fopen(getenv("REFLECTOR_MUTANT_SURVEY"), "w");
  if (!file) return;
  for (int32_t number = 0; number < %(count)d; number++)
    if (mutantSeen[number]) fprintf(file, "%%d\\n", number);
  fclose(file);
}

__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("REFLECTOR_MUTANT");
  if (number) mutantChosen = atoi(number);
  if (!getenv("REFLECTOR_MUTANT_SURVEY")) return;
  mutantChosen = -2;
  atexit(tell);
}
"""

OUTSIDE = "do { let outer = mutantEnter(0); %s; mutantLeave(outer) }"
ENTER_OWN = " let outer = mutantEnter(mutantEnd ? 1 : 0); defer { mutantLeave(outer) }"
ENTER_ACCESSORY = " let outer = mutantEnter(1); defer { mutantLeave(outer) }"

# File to what is replaced there, and by what.
PATCHES = {
    "Foundations/SimulationKernel/Simulation.swift": [
        ("return queue.insert(at: time, action)",
         "let end = mutantEntered(); return queue.insert(at: time) "
         "{ let outer = mutantEnter(end); action(); mutantLeave(outer) }"),
    ],
    "Devices/VirtualController/VirtualController.swift": [
        # What a mutated controller sends is judged as what an attached one sends.
        ("public var isOurs: Bool { linkProbe == nil }", "public var isOurs: Bool { linkProbe == nil && !mutantIsArmed() }"),
        ("  public let air: Air\n",
         "  public let air: Air; let ownEnd = mutantEntered(); var hostEnd = mutantEntered()\n"),
        ("public var host: ((HCIPacket) -> Void)?\n",
         "public var host: ((HCIPacket) -> Void)? { didSet { hostEnd = mutantEntered() } }\n"),
        ("hciTap?(packet, true)", OUTSIDE % "hciTap?(packet, true)"),
        ("hciTap?(packet, false)", OUTSIDE % "hciTap?(packet, false)"),
        ("if isPowered { carryOut(packet) }",
         "if isPowered { let outer = mutantEnter(ownEnd); carryOut(packet); mutantLeave(outer) }"),
        ("[self] in host?(packet) }",
         "[self] in let outer = mutantEnter(hostEnd); host?(packet); mutantLeave(outer) }"),
        ("    let user = listener\n",
         "    let outer = mutantEnter(ownEnd); defer { mutantLeave(outer) }; let user = listener\n"),
    ],
    "Devices/VirtualController/Air/Air.swift": [
        ("for tap in taps { tap.frameBegins(frame, rssi: level) }",
         OUTSIDE % "for tap in taps { tap.frameBegins(frame, rssi: level) }"),
    ],
    "Devices/VirtualController/Air/CSMeetings.swift": [
        ("      self.ended = ended\n",
         "      let end = mutantEntered(); self.ended = "
         "{ let outer = mutantEnter(end); ended(); mutantLeave(outer) }\n"),
        ("    guard !initiator.isCancelled, !reflector.isCancelled else {\n",
         "    let outer = mutantEnter(0); defer { mutantLeave(outer) }; "
         "guard !initiator.isCancelled, !reflector.isCancelled else {\n"),
    ],
    "Devices/VirtualController/Commands/CommandHandlers.swift": [
        # A table that is made once would be both ends'.
        ("  static let all: CommandHandlers = {\n",
         "  static var all: CommandHandlers { mutantEntered() != 0 ? accessory : others }; "
         "private static let others = made(); private static let accessory = made(); "
         "private static func made() -> CommandHandlers {\n"),
        ("    return table\n  }()\n", "    return table\n  }\n"),
    ],
    "Devices/VirtualController/Exchange/ExchangeEnd.swift": [
        ("  public var format = PacketFormat()\n",
         "  public var format = PacketFormat(); public var mutantEnd = mutantEntered() != 0\n"),
    ],
    "Devices/VirtualController/Exchange/RunningEnd.swift": [
        ("  private let constants: EndConstants\n", "  let mutantEnd: Bool; private let constants: EndConstants\n"),
        ("    constants = EndConstants(",
         "    let outer = mutantEnter(end.mutantEnd ? 1 : 0); defer { mutantLeave(outer) }; "
         "mutantEnd = end.mutantEnd; constants = EndConstants("),
    ],
    "Devices/VirtualController/Exchange/PacketReceiver.swift": [
        ("  private let format: PacketFormat\n",
         "  private let format: PacketFormat; private let mutantEnd: Bool\n"),
        ("    format = end.format\n", "    mutantEnd = end.mutantEnd; format = end.format\n"),
    ],
    "Devices/VirtualController/Exchange/StepWriter.swift": [
        ("  init(_ buffer: UnsafeMutableRawBufferPointer) {\n",
         "  let mutantEnd: Bool; init(_ buffer: UnsafeMutableRawBufferPointer, _ mutantEnd: Bool = false) "
         "{ self.mutantEnd = mutantEnd\n"),
    ],
    "Devices/VirtualController/Exchange/SubeventExchange.swift": [
        ("StepWriter(initiatorOctets)", "StepWriter(initiatorOctets, initiator.mutantEnd)"),
        ("StepWriter(reflectorOctets)", "StepWriter(reflectorOctets, reflector.mutantEnd)"),
    ],
}

# File to the functions in which an end runs by itself, whoever calls.
ENTRIES = {
    "Devices/Reflector/VirtualAccessory.swift": (ENTER_ACCESSORY, ["func powerOn", "func powerOff", "init(accessory profile"]),
    "Devices/VirtualController/Exchange/RunningEnd.swift": (ENTER_OWN, ["func hear", "func begin"]),
    "Devices/VirtualController/Exchange/SubeventExchange+Tones.swift": (ENTER_OWN, ["func longTone"]),
}

# Types whose values are one end's, of which they know which.
OWNED = {"RunningEnd", "PacketReceiver", "StepWriter"}

MUTATED = (
    "Devices/Reflector",
    "Devices/VirtualController",
    "Protocol/LinkLayer",
    "Protocol/HostStack",
    "Protocol/RangingService",
    "Physics/RadioModel",
)
# The medium, the phone's part, the tester's means, and the rooms of planted faults.
EXCLUDED = re.compile(
    r"VirtualController/Air/|QuietEvents|LinkProbe|HostAttachment|Exchange/Timeline/|LinkImpairments|PhaseWalk"
    r"|ReflectorBehaviour|RadioModel/Propagation/|RangingService/Client/|ATTClient"
    r"|Faults|Description|VirtualAccessory"
)
PLANTED = re.compile(
    r"faults|Fault|leftovers|unreportedFeatures|declaredCSCapabilities|probesUndeclared|behaviour"
    r"|linkProbe|csTestCount|[tT]imeline|\brecord(Step|Arrival)?\("
)


def patched(path, text):
    """`text` of a file under Sources with its patches."""
    for old, new in PATCHES.get(path, []):
        if text.count(old) != 1:
            raise SystemExit("mutants: the patch of %s fits %d times, not once: %s" % (path, text.count(old), old.strip()))
        text = text.replace(old, new)
    entry, names = ENTRIES.get(path, ("", []))
    for name in names:
        text, count = re.subn(r"(%s\b[^{]*\{)" % re.escape(name), lambda match: match.group(1) + entry, text)
        if count != 1:
            raise SystemExit("mutants: %s has %d functions %s, not one" % (path, count, name))
    return text


def is_patched(path):
    return path in PATCHES or path in ENTRIES


def switch(path, structure):
    """Gives each mutant of a file the switch by which it acts on the accessory's end alone; nil where none can."""

    def name(statement, mutant):
        first, last = structure.tokens[statement.first], structure.tokens[statement.last]
        text = structure.text[first.start : last.end]
        own = structure.text[mutant.start : mutant.end]
        if PLANTED.search(own if "{" in text else text) or PLANTED.search(statement.block.heads):
            return None
        kind = statement.block.type
        if kind in OWNED:
            return "mutantOf(%d, mutantEnd)"
        if "VirtualController/Exchange/" not in path:
            return "mutant(%d)"
        if kind != "SubeventExchange":
            return None
        ends = {end for end in ("initiator", "reflector") if re.search(r"\b%s(?!Start|Hears|Plan)" % end, text)}
        if len(ends) == 1:
            return "mutantOf(%%d, %s.mutantEnd)" % ends.pop()
        return "mutantOf(%d, end.mutantEnd)" if not ends and re.search(r"\bend\.", text) else None

    return name


# What mutants make too long to work out shall be refused before long.
MUTATED_LIBRARY = """func mutated(_ place: String, _ dependencies: Target.Dependency...) -> Target {
  let solver: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-solver-expression-time-threshold=20"])]
  return .target(
    name: name(place), dependencies: dependencies, path: "Sources/" + place, swiftSettings: settings + solver)
}

"""


def package(text):
    """The manifest of the scratch copy: warnings are none of its concern, and no test is built."""
    text = text.replace("  .treatAllWarnings(as: .error),\n", "")
    text = text.replace("func library(", MUTATED_LIBRARY + "func library(", 1)
    first = '    library("Foundations/Notation"),\n'
    text = text.replace(first, '    .target(name: "MutantSwitch"),\n' + first)
    needed = MUTATED + ("Foundations/SimulationKernel", "Devices/VirtualHost")
    for name in needed:
        kind = "mutated" if name in MUTATED else "library"
        text, count = re.subn(r'library(\(\s*"%s",)' % name, kind + r'\1 "MutantSwitch",', text)
        if count != 1:
            raise SystemExit("mutants: Package.swift declares %s %d times, not once" % (name, count))
    start, end = text.index('\n    .target(name: "ProjectFiles"'), text.index("\n  ]\n)\n")
    text = text[:start] + text[end:]
    text = re.sub(r"^    tests\(.*\n", "", text, flags=re.M)
    # What has a path of its own stands in Tests.
    return re.sub(r"^    \.(?:executable|test)Target\(\n(?:      .*\n)+", "", text, flags=re.M)
