import Analysis
import Capture
import ChannelSounding
import Conformance
import Faults
import HCI
import ProfileImport
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("What a recording shows of how an accessory behaves")
struct ConductTests {
  static let sets = ["apple-ios27-cs", "apple-ask", "android16-ranging-cs"]

  /// The requirements that a recording may settle by conduct.
  static let requirements: [Requirement] = sets.flatMap { set in
    let cases = ["CS/M0/", "CS/M2/", "CS/IPT/BV-02", "CS/SEC/", "CS/SMP/BV-01", "CS/PRC/", "CS/AND/BV-04"]
    let all = (try? RoundTrip.requirements(set).requirements) ?? []
    return all.filter { $0.cases.contains { id in cases.contains { id.hasPrefix($0) } } }
  }

  /// What the capture of a check settles, beside what the check itself came to.
  private static func judged(
    _ profile: String, sets: [String], only ids: [String]
  ) throws -> [(old: RequirementResult, new: RecordedOutcome)] {
    let checked = try RoundTrip.Checked(profile, sets: sets, only: ids)
    guard let accessory = try RoundTrip.accessory(checked.captures) else { return [] }
    return checked.reports.flatMap(\.requirements).compactMap { old in
      requirements.first { $0.id == old.id }
        .flatMap { RecordedTrial.outcome(of: $0, for: accessory) }.map { (old, $0) }
    }
  }

  @Test("is what the check that was recorded came to", arguments: RoundTripTests.profiles)
  func sound(profile: String) throws {
    let judged = try Self.judged(profile, sets: Self.sets, only: Self.requirements.map(\.id))
    for (old, new) in judged {
      #expect(new.result.verdict == old.verdict, "\(old.id): \(new.result.reason ?? "")")
      #expect(new.citation.contains(".pcapng frame "))
    }
    let passed = judged.map(\.old.id)
    for id in ["CS-A05", "CS-A06", "CS-A12", "CS-A13", "AND-05"] {
      #expect(passed.contains(id), "\(id) is not settled by the capture of its own check")
    }
  }

  @Test("the phone's own recording tells of each procedure which configuration it ran under")
  func oneEnd() throws {
    let checked = try RoundTrip.Checked(
      "nordic-nrf54l15-ipt", sets: ["apple-ios27-cs"], only: ["CS-A03", "CS-A05", "CS-A07", "CS-A20"])
    func configurations(where accepts: @escaping (String?) -> Bool) throws -> [Int: CSConfiguration] {
      let reader = try RecordingReader(octets: checked.captures[0])
      let analyzer = RecordingAnalyzer(
        [.init(reader, name: "run") { accepts($0.interfaces[$1.interface].name) }], estimators: [])
      var found: [Int: CSConfiguration] = [:]
      while let procedure = try analyzer.nextProcedure() {
        if let account = procedure.initiator { found[account.frames.lowerBound] = procedure.configuration }
      }
      return found
    }
    let both = try configurations { _ in true }
    #expect(Set(both.values).count >= 6)
    #expect(try configurations { $0 == "hci-initiator" } == both)
  }

  @Test("the phone's own recording lacks the tones that the accessory received, and settles nothing of them")
  func oneDirection() throws {
    let checked = try RoundTrip.Checked("nordic-nrf54l15-ipt", sets: ["apple-ios27-cs"], only: ["CS-A06"])
    let requirement = try #require(Self.requirements.first { $0.id == "CS-A06" })
    func outcome(where accepts: @escaping (String?) -> Bool) throws -> RecordedOutcome? {
      let accessory = try #require(try RoundTrip.accessory(checked.captures, where: accepts))
      return RecordedTrial.outcome(of: requirement, for: accessory)
    }
    #expect(try outcome { _ in true }?.result.verdict == .pass)
    #expect(try outcome { $0 == "hci-initiator" } == nil)
  }

  @Test("a link whose encryption only one of its accounts lacks is no link without encryption")
  func lostEncryption() throws {
    let checked = try RoundTrip.Checked(
      "reference", sets: ["apple-ios27-cs"], only: ["CS-A05", "CS-A06"])
    var lost: Set<UInt8> = []
    let recording = RecordingAnalyzer.Recording(
      try RecordingReader(octets: checked.captures[0]), name: "capture.pcapng"
    ) { reader, frame in
      guard frame.kind == .hci(.event), reader.interfaces[frame.interface].name == "hci-reflector" else {
        return true
      }
      let octets = reader.octets
      let isKeyRequest = octets.count > 2 && octets[0] == 0x3E && octets[2] == 0x05
      guard isKeyRequest || octets[0] == 0x08 || octets[0] == 0x59 else { return true }
      return !lost.insert(octets[0]).inserted
    }
    let analyzer = RecordingAnalyzer([recording], estimators: [])
    var survey = RecordingSurvey()
    while let procedure = try analyzer.nextProcedure() { survey.add(procedure) }
    var requirement = try #require(Self.requirements.first { $0.cases.contains("CS/SEC/BI-01") })
    requirement.cases = ["CS/SEC/BI-01"]
    #expect(lost.count == 2)
    for accessory in survey.accessories(of: analyzer) {
      #expect(RecordedTrial.outcome(of: requirement, for: accessory) == nil)
    }
  }

  static let faults = Fault.allCases.filter { fault in requirements.contains { fault.breaks.contains($0.id) }
  }

  @Test("never passes what is broken, nor breaks what passes", arguments: faults)
  func faulty(fault: Fault) throws {
    let broken = Self.requirements.map(\.id).filter(fault.breaks.contains)
    let sets = try Self.sets.filter { set in
      try Shipped.requirements(set).requirements.contains { broken.contains($0.id) }
    }
    for (old, new) in try Self.judged("defective/\(fault.id)", sets: sets, only: broken) {
      #expect(new.result.verdict == old.verdict, "\(old.id): \(new.result.decisiveStep?.measured ?? "")")
    }
  }

  @Test(
    "shows what breaks a rule",
    arguments: [
      ("does-not-bond", "CS-A08", "paired, not bonded"),
      ("encryption-not-required", "CS-A08", "capabilities were sent"),
      ("does-not-bond", "ASK-05", "bonding or LE Secure Connections missing, Just Works, a key of 16 octets"),
      (
        "asks-for-confirmation", "ASK-05",
        "bonding, LE Secure Connections, a model that asks the user, a key of 16 octets"
      ),
    ])
  func broken(fault: String, id: String, measured: String) throws {
    let judged = try Self.judged("defective/\(fault)", sets: ["apple-ios27-cs", "apple-ask"], only: [id])
    let new = try #require(judged.first?.new)
    #expect(new.result.verdict == .fail)
    #expect(new.result.decisiveStep?.measured == measured)
  }
}
