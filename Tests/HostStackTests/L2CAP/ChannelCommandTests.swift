import CoreTypes
import SimulationKernel
import Testing
import Wire

@testable import HostStack

/// Layouts: Core, Vol 3, Part A, 4; the octets are written by hand.
@Suite struct ChannelCommandTests {
  private static let end = ChannelID(rawValue: 0x0040)
  private static let otherEnd = ChannelID(rawValue: 0x0041)

  private func expect<Payload: SignallingPayload>(
    _ payload: Payload, _ hex: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let octets = [UInt8].of(hex)
    let command = SignallingCommand(identifier: 7, payload)
    #expect(command.encoded() == octets, sourceLocation: sourceLocation)
    let data = try SignallingCommand(decoding: octets).data
    #expect(try Payload(decoding: data) == payload, sourceLocation: sourceLocation)
    for count in 0..<data.count {
      #expect(throws: WireError.self, sourceLocation: sourceLocation) {
        try Payload(decoding: Array(data.prefix(count)))
      }
    }
    #expect(throws: WireError.self, sourceLocation: sourceLocation) { try Payload(decoding: data + [0]) }
  }

  @Test("a request has SPSM, end, MTU, MPS and credits")
  func request() throws {
    let parameters = CreditBasedParameters(mtu: 512, mps: 247, initialCredits: 10)
    try expect(
      LECreditBasedConnectionRequest(spsm: 0x80, sourceCID: Self.end, parameters),
      "14 07 0a00 8000 4000 0002 f700 0a00")
  }

  @Test("a response has end, MTU, MPS, credits and result, and a refusal only the result")
  func response() throws {
    let parameters = CreditBasedParameters(mtu: 256, mps: 64, initialCredits: 5)
    try expect(
      LECreditBasedConnectionResponse(destinationCID: Self.otherEnd, parameters),
      "15 07 0a00 4100 0001 4000 0500 0000")
    try expect(
      LECreditBasedConnectionResponse(refusal: .insufficientEncryption),
      "15 07 0a00 0000 0000 0000 0000 0800")
  }

  @Test("a credit indication has the sender's end and the credits")
  func credits() throws {
    try expect(FlowControlCreditIndication(cid: Self.end, credits: 0x0103), "16 07 0400 4000 0301")
  }

  @Test("a disconnection has the receiver's end of its request first, in both directions")
  func disconnection() throws {
    try expect(DisconnectionRequest(destinationCID: Self.otherEnd, sourceCID: Self.end), "06070400 4100 4000")
    try expect(
      DisconnectionResponse(destinationCID: Self.otherEnd, sourceCID: Self.end), "07070400 4100 4000")
  }

  @Test("a rejection for an invalid channel has the end of its sender first")
  func rejection() throws {
    let reject = CommandReject(invalidChannelAtSender: Self.otherEnd, atReceiver: Self.end)
    #expect(SignallingCommand(identifier: 7, reject).encoded() == .of("01 07 0600 0200 4100 4000"))
    let channel = try CommandReject(decoding: .of("0200 4100 4000")).invalidChannel
    #expect(channel?.atSender == Self.otherEnd && channel?.atReceiver == Self.end)
    for octets in ["0200 4100 40", "0200 4100 4000 00", "0000 4100 4000"] {
      #expect(try CommandReject(decoding: .of(octets)).invalidChannel == nil)
    }
  }

  @Test("a result has its number and its name, and an unknown one is kept")
  func results() throws {
    let results: [(CreditBasedResult, String)] = [
      (.success, "0x0000 success"), (.spsmNotSupported, "0x0002 SPSM not supported"),
      (.noResources, "0x0004 no resources available"),
      (.insufficientAuthentication, "0x0005 insufficient authentication"),
      (.insufficientAuthorization, "0x0006 insufficient authorization"),
      (.encryptionKeySizeTooShort, "0x0007 encryption key size too short"),
      (.insufficientEncryption, "0x0008 insufficient encryption"),
      (.invalidSourceCID, "0x0009 invalid Source CID"),
      (.sourceCIDAlreadyAllocated, "0x000A Source CID already allocated"),
      (.unacceptableParameters, "0x000B unacceptable parameters"), (0x0003, "0x0003 reserved"),
    ]
    for (result, text) in results { #expect(result.description == text) }
    let octets = [UInt8].of("0000 0000 0000 0000 0ff0")
    let response = try LECreditBasedConnectionResponse(decoding: octets)
    #expect(response.result.rawValue == 0xF00F && response.encoded() == octets)
  }

  @Test("an SPSM is 0x0001 to 0x00FF, a dynamic channel 0x0040 to 0x007F")
  func ranges() {
    #expect([0, 1, 0xFF, 0x100].map { SPSM(rawValue: $0).isLegal } == [false, true, true, false])
    #expect(
      [0x3F, 0x40, 0x7F, 0x80].map { ChannelID(rawValue: $0).isDynamic } == [false, true, true, false])
  }

  @Test(
    "MTU is 23 octets or more, MPS 23 to 65533",
    arguments: [
      (22, 23, false), (23, 22, false), (23, 23, true), (65_535, 65_533, true), (65_535, 65_534, false),
    ] as [(UInt16, UInt16, Bool)])
  func limits(mtu: UInt16, mps: UInt16, isLegal: Bool) {
    #expect(CreditBasedParameters(mtu: mtu, mps: mps, initialCredits: 0).isLegal == isLegal)
  }
}
