import Capture
import CoreTypes
import Notation
import SimulationKernel
import Testing
import Wire

/// The layout of link type 256, from its description by the tcpdump group.
@Suite struct LinkFrameRecordTests {
  private func record(_ change: (inout LinkFrame) -> Void = { _ in }) -> [UInt8] {
    var frame = advertisingFrame
    frame.signalDbm = nil
    frame.noiseDbm = nil
    change(&frame)
    let log = CaptureLog()
    log.append(frame)
    return Array(log[1].octets)
  }

  @Test("the record is pseudo header, access address, PDU and CRC")
  func recordLayout() {
    #expect(
      record { ($0.rfChannel, $0.signalDbm, $0.noiseDbm) = (39, -60, -95) }.hex()
        == "27c4a100d6be898e170c" + "d6be898e" + "400f1112131415d6020106050956524546" + "31b7bd")
  }

  private typealias Change = @Sendable (inout LinkFrame) -> Void

  private static let flagsByFact: [(fact: String, flags: Int, change: Change)] = [
    ("a plain advertising packet", 0x0C11, { _ in }),
    ("a signal power", 0x0C13, { $0.signalDbm = -1 }),
    ("a noise power", 0x0C15, { $0.noiseDbm = 0 }),
    ("a wrong CRC", 0x0411, { $0.isCRCValid = false }),
    ("a packet of the central", 0x0D11, { $0.direction = .centralToPeripheral }),
    ("a packet of the peripheral", 0x0D91, { $0.direction = .peripheralToCentral }),
    ("an AUX_ADV_IND", 0x0C91, { $0.direction = .auxiliaryAdvertising }),
    ("an AUX_CHAIN_IND", 0x1C91, { ($0.direction, $0.auxiliaryPDU) = (.auxiliaryAdvertising, .chainInd) }),
    ("an AUX_SCAN_RSP", 0x3C91, { ($0.direction, $0.auxiliaryPDU) = (.auxiliaryAdvertising, .scanRsp) }),
    ("a chain on a primary channel", 0x0C11, { $0.auxiliaryPDU = .chainInd }),
    ("a decrypted packet", 0x3C19, { $0.isDecrypted = true }),
    ("a decrypted packet with a wrong MIC", 0x1C19, { ($0.isDecrypted, $0.isMICValid) = (true, false) }),
    ("a MIC that was not there", 0x0C11, { $0.isMICValid = false }),
    ("the LE 2M PHY", 0x4C11, { $0.phy = .le2M }),
    ("the LE Coded PHY", 0x8C11, { $0.phy = .leCoded }),
  ]

  @Test("each fact has its flag", arguments: flagsByFact.indices)
  func factFlag(row: Int) {
    let (fact, flags, change) = Self.flagsByFact[row]
    let octets = record(change)
    #expect(Int(octets[8]) | Int(octets[9]) << 8 == flags, "\(fact)")
  }

  @Test("the LE coded PHY has its coding indicator after the access address")
  func leCoded() {
    let octets = record { ($0.phy, $0.codingIndicator) = (.leCoded, 1) }
    #expect(octets[10..<16].hex() == "d6be898e0140")
  }

  @Test("a random frame comes back", arguments: 0..<200 as Range<UInt64>)
  func randomFrame(seed: UInt64) throws {
    var random = RandomStream(seed: seed)
    let frame = randomLinkFrame(at: .start, using: &random)
    let log = CaptureLog()
    log.append(frame)
    #expect(try LinkFrame(record: Array(log[1].octets), at: .start) == frame)
  }

  @Test("a record that ends inside its header or CRC is refused")
  func cutRecord() {
    let octets = record()
    for count in 0..<17 {
      #expect(throws: WireError.self, "\(count) octets") {
        try LinkFrame(record: Array(octets.prefix(count)), at: .start)
      }
    }
    #expect(throws: Never.self) { try LinkFrame(record: Array(octets.prefix(17)), at: .start) }
  }

  @Test(
    "a value that is no link frame of ours is refused",
    arguments: [
      (0, 40, WireError.invalid(field: "RF_Channel", value: 40)),
      (9, 0xCC, WireError.invalid(field: "PHY", value: 3)),
      (9, 0x0E, WireError.invalid(field: "PDU_Type", value: 4)),
    ] as [(Int, UInt8, WireError)])
  func foreignValue(offset: Int, octet: UInt8, error: WireError) {
    var octets = record()
    octets[offset] = octet
    #expect(throws: error) { try LinkFrame(record: octets, at: .start) }
  }
}
