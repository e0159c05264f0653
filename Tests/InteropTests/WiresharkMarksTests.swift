import Capture
import Conformance
import ConformanceTester
import Foundation
import Profiles
import TestSupport
import Testing

/// What Wireshark marks in captures is what `WiresharkMark.all` explains.
@Suite(
  "What Wireshark marks in captures",
  .enabled(
    if: !WiresharkGate.listedAtHand.isEmpty,
    "no tshark of \(WiresharkGate.Version.listed): name one in REFLECTOR_TSHARK"))
struct WiresharkMarksTests {
  private static let gates = WiresharkGate.listedAtHand
  private static let absent = WiresharkGate.Version.listed.filter { version in
    !gates.contains { $0.version == version }
  }

  /// Accessories with inline PCT, with the Ranging Service and with both: what others do is marked alike.
  private static let accepting = ["everything", "nordic-nrf54l15-ipt", "nordic-nrf54l15-ras"]
  /// Accessories that refuse procedures of Channel Sounding which others accept.
  private static let refusing = [
    "defective/inline-pct-config-refused", "defective/tfcs-100-refused", "defective/restart-refused",
  ]

  private static func accessories(for set: String) -> [String] {
    accepting + (set == "apple-ios27-cs" ? refusing : [])
  }

  /// The limits of radio tests that say how much they measure.
  private static let amounts: Set = ["phases", "steps", "mode_0_steps", "subevents"]

  /// The set whose radio tests measure a hundredth: they repeat their frames ten thousand times.
  private static func brief(_ set: RequirementSet) -> RequirementSet {
    var set = set
    set.replaceLimits { name, whole in amounts.contains(name) ? (whole / 100).rounded(.up) : nil }
    return set
  }

  /// A mark without the number of its frame.
  private struct Kind: Hashable {
    var version: WiresharkGate.Version
    var testCase: String
    var packet: String
    var message: String
  }

  @Test(
    "are looked at with every version of the list",
    .enabled(if: absent.isEmpty, "no tshark of \(absent): name them in REFLECTOR_TSHARKS"))
  func versions() { #expect(Self.gates.map(\.version).sorted() == WiresharkGate.Version.listed) }

  @Test(
    "is listed with its reason, and nothing is listed in vain",
    arguments: Shipped.names(in: "requirements"))
  func marks(set: String) throws {
    var reasons: [Kind: [Int]] = [:]
    var unlisted: [String] = []
    for accessory in Self.accessories(for: set) {
      try withCapture(of: accessory, set) { file, testCase throws in
        for gate in Self.gates {
          for mark in try gate.marks(in: file) {
            let kind = Kind(
              version: gate.version, testCase: testCase(mark.frame), packet: mark.packet,
              message: mark.message)
            if reasons[kind] != nil { continue }
            let places = WiresharkMark.all.indices.filter {
              WiresharkMark.all[$0].isDue(in: set, gate.version)
                && WiresharkMark.all[$0].explains(mark, in: kind.testCase)
            }
            reasons[kind] = places
            guard places.isEmpty else { continue }
            unlisted.append(
              "\(gate.version): frame \(mark.frame) of \(accessory), \(kind.testCase): \(mark.packet): "
                + mark.message)
          }
        }
      }
    }
    #expect(unlisted == [])
    expectNothingInVain(set, reasons)
  }

  /// Expects each entry of the list to explain a mark in every version that it names.
  private func expectNothingInVain(_ set: String, _ reasons: [Kind: [Int]]) {
    for version in Self.gates.map(\.version) {
      let used = Set(reasons.filter { $0.key.version == version }.values.joined())
      for (place, entry) in WiresharkMark.all.enumerated() where entry.isDue(in: set, version) {
        #expect(used.contains(place), "\(version) marks nothing as \(entry)")
      }
    }
  }

  /// Runs a check, writes its capture, and gives the file and what case a frame is of.
  private func withCapture(
    of accessory: String, _ set: String, _ body: (String, (Int) -> String) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pcapng")
    defer { try? FileManager.default.removeItem(at: file) }
    var request = try Shipped.request(accessory)
    request.requirements = Self.brief(try Shipped.requirements(set))
    var ends: [(frame: Int, testCase: String)] = []
    let outcome = CheckRunner(request).run(keep: { ends.append(($1.count, $0.caseID)) })
    try PcapngWriter(application: "reflector test").writeFile(outcome.capture, at: file.path)
    try body(file.path) { frame in ends.first { frame <= $0.frame }?.testCase ?? "" }
  }
}
