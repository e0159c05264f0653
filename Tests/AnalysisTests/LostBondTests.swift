import Analysis
import Capture
import CoreTypes
import HCI
import HostStack
import Testing

@Suite("Bonds that a recording shows to be lost")
struct LostBondTests {
  private static let key: LongTermKey = 0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100
  private static let phone = DeviceAddress(0xC0_00_00_00_00_01, kind: .random)
  private static let accessory = DeviceAddress(0xC0_00_00_00_00_02, kind: .random)

  /// A phone that pairs, disconnects, comes again and has its key refused, and what is other than usual.
  private struct Story {
    var accessoryBonds = true
    /// Whether the accessory sends the identity that it agreed to send.
    var sendsKeys = true
    /// Whether pairing is LE legacy pairing, and the key one that the accessory sent.
    var isLegacy = false
    var later = LEEnableEncryptionCommand { $0.longTermKey = LostBondTests.key }
    var laterPhone = LostBondTests.phone
    var laterAccessory = LostBondTests.accessory
    var endReason = ErrorCode.connectionTimeout
    /// Whether the phone pairs with the accessory anew before it is refused.
    var pairsAgain = false
    /// Whether another phone's pairing fails before the bond, and after it.
    var failures = (before: false, after: false)
  }

  private static func encrypt(
    _ recording: inout PhoneRecording, _ command: LEEnableEncryptionCommand, _ status: ErrorCode
  ) -> Int {
    var command = command
    command.connectionHandle = PhoneRecording.handle
    recording.command(command)
    return recording.event(
      EncryptionChangeEvent {
        $0.status = status
        $0.connectionHandle = PhoneRecording.handle
        $0.encryptionEnabled = status == .success ? .on : .off
      })
  }

  /// Pairs, and gives the frame of Pairing Response.
  private static func pair(_ recording: inout PhoneRecording, _ story: Story) -> Int {
    var features = PairingFeatures()
    features.authenticationRequirements = story.isLegacy ? [.bonding] : [.bonding, .secureConnections]
    features.responderKeys = [.encryption, .identity]
    recording.pair(.pairingRequest(features), fromHost: true)
    if !story.accessoryBonds { features.authenticationRequirements.remove(.bonding) }
    let frame = recording.pair(.pairingResponse(features), fromHost: false)
    // The short-term key of legacy pairing is none that is kept.
    _ = encrypt(&recording, LEEnableEncryptionCommand { $0.longTermKey = key }, .success)
    if story.isLegacy {
      recording.pair(.encryptionInformation(SMPValue(key.rawValue)), fromHost: false)
      var identification = SMPCentralIdentification()
      identification.keyName = LongTermKeyName(random: 9, encryptedDiversifier: 7)
      recording.pair(.centralIdentification(identification), fromHost: false)
    }
    recording.pair(.identityInformation(SMPValue(1)), fromHost: false)
    if story.sendsKeys {
      recording.pair(.identityAddressInformation(SMPIdentityAddress(accessory)), fromHost: false)
    }
    return frame
  }

  /// Another phone pairs, and the pairing fails.
  private static func failToPair(_ recording: inout PhoneRecording) {
    recording.connect(as: DeviceAddress(0xC0_00_00_00_00_04, kind: .random), to: accessory)
    recording.pair(.pairingRequest(PairingFeatures()), fromHost: true)
    recording.pair(.pairingResponse(PairingFeatures()), fromHost: false)
    recording.pair(.pairingFailed(SMPPairingFailed(.unspecifiedReason)), fromHost: true)
    recording.disconnect(.remoteUserTerminatedConnection)
  }

  /// The lost bond of the last link, and the frames of Pairing Response and of the refusal.
  private static func read(
    _ change: (inout Story) -> Void
  ) throws -> (lost: Seen<LostBond>?, response: Int, refusal: Int) {
    var story = Story()
    change(&story)
    var recording = PhoneRecording()
    if story.failures.before { failToPair(&recording) }
    recording.connect(as: phone, to: accessory)
    let response = pair(&recording, story)
    recording.disconnect(story.endReason)
    if story.pairsAgain {
      recording.connect(as: phone, to: accessory)
      var once = story
      once.accessoryBonds = false
      _ = pair(&recording, once)
      recording.disconnect(story.endReason)
    }
    if story.failures.after { failToPair(&recording) }
    recording.connect(as: story.laterPhone, to: story.laterAccessory)
    let refusal = encrypt(&recording, story.later, .pinOrKeyMissing)
    recording.disconnect(.remoteUserTerminatedConnection)
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: recording.octets()), name: "file")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    #expect(analyzer.recordings[0].problemCount == 0)
    #expect(analyzer.connections.dropLast().allSatisfy { $0.lostBond == nil })
    return (analyzer.connections.last?.lostBond, response, refusal)
  }

  @Test("the same key refused after both ends bonded is a bond that is lost, with the frames of both")
  func lost() throws {
    let (lost, response, refusal) = try Self.read { _ in }
    let bond = try #require(lost?.value)
    #expect(bond.bondFrame == response && lost?.frame == refusal)
    #expect(bond.isSameAddress && bond.endReason == .connectionTimeout && bond.isAfterReset == nil)
    #expect(!bond.isByLostLink)
    #expect(try Self.read { $0.endReason = .remoteUserTerminatedConnection }.lost != nil)
  }

  @Test("another phone's failed pairing may have cost the bond before it, and none after it")
  func failedPairing() throws {
    #expect(try Self.read { $0.failures.before = true }.lost != nil)
    #expect(try Self.read { $0.failures.after = true }.lost == nil)
  }

  @Test("a phone that comes with another address may not be known")
  func otherAddress() throws {
    let lost = try Self.read { $0.laterPhone = DeviceAddress(0x40_00_00_00_00_03, kind: .random) }.lost
    #expect(lost?.value.isSameAddress == false)
  }

  @Test("a key of legacy pairing is the one that the accessory sent, by its EDIV and Rand")
  func legacy() throws {
    func refused(_ diversifier: UInt16, _ random: UInt64) throws -> Bool {
      try Self.read {
        $0.isLegacy = true
        $0.later.keyName = LongTermKeyName(random: random, encryptedDiversifier: diversifier)
      }.lost != nil
    }
    #expect(try refused(7, 9))
    #expect(try !refused(7, 8))
    #expect(try !refused(0, 0))
  }

  @Test("a key that is wrong on purpose, or one of no bond, is none")
  func none() throws {
    #expect(try Self.read { $0.later.longTermKey.rawValue += 1 }.lost == nil)
    #expect(try Self.read { $0.later.keyName.random = 1 }.lost == nil)
    #expect(try Self.read { $0.later.keyName.encryptedDiversifier = 1 }.lost == nil)
    #expect(try Self.read { $0.accessoryBonds = false }.lost == nil)
    #expect(try Self.read { $0.sendsKeys = false }.lost == nil)
    #expect(try Self.read { $0.pairsAgain = true }.lost == nil)
    #expect(
      try Self.read { $0.laterAccessory = DeviceAddress(0xC0_00_00_00_00_04, kind: .random) }.lost == nil)
  }
}
