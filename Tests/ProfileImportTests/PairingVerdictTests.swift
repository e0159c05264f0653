import Conformance
import ProfileImport
import Profiles
import Testing
import Verdicts

@Suite("What a recording shows of pairing")
struct PairingVerdictTests {
  /// Bonding, and LE Secure Connections.
  private static let bonding: UInt8 = 0x09
  private static let secureConnections: UInt8 = 0x08

  /// What a recording shows of a case by itself.
  private static func verdict(
    of id: String = "CS/SEC/BV-01", isAccessory: Bool = false, _ build: (inout SeriesRecording) -> Void
  ) throws -> Verdict? {
    var recording = SeriesRecording(isAccessory: isAccessory)
    build(&recording)
    let all = try RoundTrip.requirements("apple-ios27-cs").requirements
    var requirement = try #require(all.first { $0.cases.contains(id) })
    requirement.cases = [id]
    let accessory = try #require(try RoundTrip.accessory([recording.octets()]))
    return RecordedTrial.outcome(of: requirement, for: accessory)?.result.verdict
  }

  @Test("pairing that led to encryption is one that was judged; a stored key is none")
  func encryption() throws {
    func pair(_ recording: inout SeriesRecording, answered: UInt8 = Self.bonding) {
      recording.pair(asked: Self.bonding, answered: answered)
    }
    #expect(
      try Self.verdict {
        pair(&$0)
        $0.encrypt()
      } == .pass)
    #expect(
      try Self.verdict {
        pair(&$0, answered: Self.secureConnections)
        $0.encrypt()
      } == .fail)
    #expect(
      try Self.verdict {
        pair(&$0)
        $0.failPairing()
        $0.encrypt()
      } == nil)
    #expect(
      try Self.verdict {
        $0.encrypt()
        pair(&$0)
      } == nil)
  }

  @Test("capabilities before encryption are a failure, unless only the event of encryption is missing")
  func withoutEncryption() throws {
    func verdict(isRequested: Bool) throws -> Verdict? {
      try Self.verdict(of: "CS/SEC/BI-01") {
        if isRequested { $0.requestEncryption() }
        $0.disconnect()
        $0.connect()
        $0.encrypt()
      }
    }
    #expect(try verdict(isRequested: false) == .fail)
    #expect(try verdict(isRequested: true) == nil)
  }

  @Test("where commands or their answers are missing, the events of encryption may be missing too")
  func missingPackets() throws {
    func verdict(_ lose: (inout SeriesRecording) -> Void) throws -> Verdict? {
      try Self.verdict(of: "CS/SEC/BI-01") {
        lose(&$0)
        $0.disconnect()
        $0.connect()
        $0.encrypt()
      }
    }
    #expect(
      try verdict {
        $0.answerDraw()
        $0.draw(20)
        $0.draw(1, isAnswered: false)
      } == .fail)
    #expect(
      try verdict {
        $0.draw(1)
        $0.answerDraw()
      } == nil)
    #expect(
      try verdict {
        $0.draw(1, isAnswered: false)
        $0.draw(20)
      } == nil)
  }

  @Test("capabilities of the phone, in the HCI of the accessory, are no failure of the accessory")
  func ownCapabilities() throws {
    func verdict(isAccessory: Bool) throws -> Verdict? {
      try Self.verdict(of: "CS/SEC/BI-01", isAccessory: isAccessory) { $0.encrypt() }
    }
    #expect(try verdict(isAccessory: false) == .fail)
    #expect(try verdict(isAccessory: true) == nil)
  }

  @Test("an accessory that was not asked to bond is not known to be one that does not")
  func notAsked() throws {
    func imported(asked: UInt8, answered: UInt8) throws -> ProfileImporter.Outcome {
      var recording = SeriesRecording()
      recording.pair(asked: asked, answered: answered)
      return try RoundTrip.imported([recording.octets()])
    }
    let refused = try imported(asked: Self.bonding, answered: Self.secureConnections)
    #expect(!refused.profile.security.bonds)
    #expect(refused.seen.contains { $0.contains("security.bonding") })
    let open = try imported(asked: Self.secureConnections, answered: Self.secureConnections)
    #expect(open.unknown.contains("security.bonding") && open.unknown.contains("security.persistent_keys"))
    #expect(open.remarks.contains { $0.hasPrefix("security.bonding: ") })
    let offered = try imported(asked: Self.secureConnections, answered: Self.bonding)
    #expect(offered.profile.security.bonds && !offered.unknown.contains("security.bonding"))
  }
}
