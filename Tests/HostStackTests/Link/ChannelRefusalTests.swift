import CoreTypes
import Testing
import Wire

@testable import HostStack

@Suite struct ChannelRefusalTests {
  /// What a link needs, what it has, and the answer.
  struct Protection: Sendable, CustomTestStringConvertible {
    var needed: AttributeSecurity
    var minimumKeySize: UInt8 = 7
    var isAuthorized = true
    var bond: Bond?
    var isEncrypted = false
    var result: CreditBasedResult

    var testDescription: String { "\(result), needing \(needed), \(isEncrypted)" }
  }

  private static func bond(keySize: UInt8 = 16, isAuthenticated: Bool = false) -> Bond {
    Bond(
      longTermKey: 9, keySize: keySize, peerIdentityAddress: centralAddress, isAuthenticated: isAuthenticated)
  }

  static let protections = [
    Protection(needed: .open, result: .success),
    Protection(needed: .open, isAuthorized: false, result: .insufficientAuthorization),
    Protection(needed: .encrypted, result: .insufficientAuthentication),
    Protection(needed: .encrypted, bond: bond(), result: .insufficientEncryption),
    Protection(needed: .encrypted, bond: bond(), isEncrypted: true, result: .success),
    Protection(
      needed: .encrypted, isAuthorized: false, bond: bond(), isEncrypted: true,
      result: .insufficientAuthorization),
    Protection(
      needed: .encrypted, minimumKeySize: 16, bond: bond(keySize: 15), isEncrypted: true,
      result: .encryptionKeySizeTooShort),
    Protection(
      needed: .encrypted, minimumKeySize: 15, bond: bond(keySize: 15), isEncrypted: true, result: .success),
    Protection(
      needed: .authenticated, bond: bond(), isEncrypted: true, result: .insufficientAuthentication),
    Protection(
      needed: .authenticated, bond: bond(isAuthenticated: true), isEncrypted: true, result: .success),
  ]

  @Test("the protection of the link decides, and a refusal opens nothing", arguments: protections)
  func protection(_ item: Protection) {
    var pair = LinkPair(centralBond: item.bond, peripheralBond: item.bond)
    if item.isEncrypted { pair.run(pair.central.secure(), of: .central) }
    pair.peripheral.listen(
      on: 0x80,
      ChannelListener(
        .small, security: item.needed, minimumKeySize: item.minimumKeySize, isAuthorized: item.isAuthorized))
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    if item.result == .success {
      #expect(pair.central.channels.count == 1 && pair.peripheral.channels.count == 1)
    } else {
      #expect(pair.centralReports == [.channelRefused(0x80, .result(item.result))])
      #expect(pair.peripheralReports == [] && pair.peripheral.channels.isEmpty)
      #expect(pair.central.awaitedSignallingIdentifiers == [])
    }
  }

  /// A request to a peripheral that serves 0x80 and has a channel whose other end is 0x40, and the result.
  @Test(
    "a request with a bad field is refused",
    arguments: [
      ("8100 4100 c800 3200 0400", 0x0002), ("8000 3f00 c800 3200 0400", 0x0009),
      ("8000 0000 c800 3200 0400", 0x0009), ("8000 8000 c800 3200 0400", 0x0009),
      ("8000 4000 c800 3200 0400", 0x000A), ("8000 4100 1600 3200 0400", 0x000B),
      ("8000 4100 c800 1600 0400", 0x000B), ("8000 4100 c800 feff 0400", 0x000B),
    ])
  func badField(fields: String, result: UInt16) throws {
    var pair = try LinkPair.joined().pair
    let answer = try pair.inject(.of("14 09 0a00" + fields), at: .peripheral)
    let refusal = LECreditBasedConnectionResponse(refusal: CreditBasedResult(rawValue: result))
    #expect(
      answer.sent == [L2CAPFrame(.signalling, SignallingCommand(identifier: 9, refusal).encoded())])
    #expect(answer.reports == [] && pair.peripheral.channels.count == 1)
  }

  @Test("the least and the largest values are taken", arguments: ["1700 1700 0000", "ffff fdff ffff"])
  func extremes(fields: String) throws {
    var pair = LinkPair.serving()
    let answer = try pair.inject(.of("14 09 0a00 8000 7f00" + fields), at: .peripheral)
    #expect(answer.sent == [L2CAPFrame(.signalling, .of("15 09 0a00 4000 c800 3200 0400 0000"))])
    #expect(pair.peripheral.channels.map(\.remoteCID.rawValue) == [0x7F])
  }

  @Test(
    "a request that is cut or too long is not understood",
    arguments: ["8000 4100 c800 3200", "8000 4100 c800 3200 0400 00"])
  func malformed(fields: String) throws {
    var pair = LinkPair.serving()
    let data = [UInt8].of(fields)
    let answer = try pair.inject([0x14, 9, UInt8(data.count), 0] + data, at: .peripheral)
    #expect(answer.sent == [L2CAPFrame(.signalling, .of("01 09 0200 0000"))])
    #expect(pair.peripheral.channels.isEmpty)
  }

  @Test("an offer has its number of channels, and one that ended has none")
  func offers() {
    var pair = LinkPair.serving(ChannelListener(.small, maximumChannelCount: 2))
    for _ in 0..<3 { pair.run(pair.central.openChannel(0x80, .small), of: .central) }
    #expect(pair.centralReports.last == .channelRefused(0x80, .result(.noResources)))
    #expect(pair.central.channels.count == 2)
    pair.peripheral.listen(on: 0x80, nil)
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    #expect(pair.centralReports.last == .channelRefused(0x80, .result(.spsmNotSupported)))
    #expect(pair.peripheral.channels.count == 2)
  }

  @Test("a link has 64 channels")
  func allChannels() throws {
    var pair = LinkPair.serving()
    for _ in 0..<64 { pair.run(pair.central.openChannel(0x80, .small), of: .central) }
    #expect(pair.central.channels.map(\.localCID.rawValue) == Array(0x40...0x7F))
    #expect(pair.central.openChannel(0x80, .small) == [.channelRefused(0x80, .noChannelLeft)])
    _ = pair.central.signallingTimedOut(0)
    pair.run(pair.peripheral.closeChannel(ChannelID(rawValue: 0x50)), of: .peripheral)
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    #expect(pair.central.channels.last?.localCID.rawValue == 0x50)
  }

  @Test("a peripheral whose channels are all in use has no resources")
  func noChannelLeft() throws {
    var pair = LinkPair.serving()
    for _ in 0..<64 { _ = pair.peripheral.openChannel(0x81, .small) }
    let answer = try pair.inject(.of("14 09 0a00 8000 4000 c800 3200 0400"), at: .peripheral)
    #expect(answer.sent == [L2CAPFrame(.signalling, .of("15 09 0a00 0000 0000 0000 0000 0400"))])
  }

  /// An acceptance with which no channel can be: its end, MTU, MPS.
  @Test(
    "an acceptance that makes no channel is answered with a disconnection",
    arguments: ["3f00 c800 3200", "8000 c800 3200", "4000 c800 3200", "4100 1600 3200", "4100 c800 feff"])
  func badAcceptance(fields: String) throws {
    var pair = try LinkPair.joined().pair
    _ = pair.central.openChannel(0x81, .small)
    let data = [UInt8].of(fields + "0400 0000")
    let answer = try pair.inject([0x15, 2, 10, 0] + data, at: .central)
    let response = try LECreditBasedConnectionResponse(decoding: data)
    #expect(answer.reports == [.channelRefused(0x81, .invalidResponse(response))])
    #expect(
      answer.sent == [L2CAPFrame(.signalling, [0x06, 3, 4, 0] + data[..<2] + [0x41, 0])])
    #expect(pair.central.channels.count == 1 && pair.central.awaitedSignallingIdentifiers == [3])
    let end = try pair.inject([0x07, 3, 4, 0] + data[..<2] + [0x41, 0], at: .central)
    #expect(end.sent == [] && end.reports == [] && pair.central.awaitedSignallingIdentifiers == [])
  }

  @Test("an answer counts once, for the request of its identifier, and a reserved result is kept")
  func answers() throws {
    var pair = LinkPair()
    _ = pair.central.openChannel(0x80, .small)
    _ = pair.central.openChannel(0x81, .small)
    let second = try pair.inject(.of("15 02 0a00 0000 0000 0000 0000 0ff0"), at: .central)
    #expect(second.reports == [.channelRefused(0x81, .result(0xF00F))])
    #expect(try pair.inject(.of("15 02 0a00 0000 0000 0000 0000 0200"), at: .central).reports == [])
    let other = try pair.inject(.of("07 01 0400 4000 4000"), at: .central)
    #expect(other.reports == [] && pair.central.awaitedSignallingIdentifiers == [1])
    let first = try pair.inject(.of("15 01 0a00 5000 1700 1700 0000 0000"), at: .central)
    #expect(first.reports == pair.central.channels.map { .channelOpened($0) })
    #expect(pair.central.channels.map(\.remoteCID.rawValue) == [0x50])
  }
}
