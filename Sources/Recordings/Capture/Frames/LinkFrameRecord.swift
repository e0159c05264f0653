public import CoreTypes
internal import Notation
public import Wire

/// A link frame as link type 256, `LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR`, lays it out.
struct LinkFrameRecord: PDU {
  var rfChannel: UInt8 = 0
  var signalPower: Int8 = 0
  var noisePower: Int8 = 0
  var accessAddressOffenses: UInt8 = 0
  var referenceAccessAddress: AccessAddress = 0
  var isDewhitened = true
  var isSignalPowerValid = false
  var isNoisePowerValid = false
  var isDecrypted = false
  var isReferenceAccessAddressValid = true
  /// Stays false: with the reference address valid too, Wireshark remarks on each frame.
  var areAccessAddressOffensesValid = false
  var isChannelAliased = false
  var pduType: UInt8 = 0
  var isCRCChecked = true
  var isCRCValid = true
  /// In the place of the two flags about the MIC in a packet of auxiliary advertising.
  var auxiliaryPDUType: UInt8 = 0
  var isMICChecked = false
  var isMICValid = false
  var phy: UInt8 = 0
  var accessAddress: AccessAddress = 0
  var codingIndicator: UInt8 = 0
  var pduAndCRC: [UInt8] = []

  static let codedPHY: UInt8 = 2

  mutating func fields<Visitor: FieldVisitor>(_ v: inout Visitor) throws(WireError) {
    try v.u8("RF_Channel", &rfChannel)
    try v.i8("Signal_Power", &signalPower)
    try v.i8("Noise_Power", &noisePower)
    try v.u8("Access_Address_Offenses", &accessAddressOffenses)
    try v.u32("Reference_Access_Address", &referenceAccessAddress)
    try v.flag("Dewhitened", &isDewhitened)
    try v.flag("Signal_Power_Valid", &isSignalPowerValid)
    try v.flag("Noise_Power_Valid", &isNoisePowerValid)
    try v.flag("Decrypted", &isDecrypted)
    try v.flag("Reference_Access_Address_Valid", &isReferenceAccessAddressValid)
    try v.flag("Access_Address_Offenses_Valid", &areAccessAddressOffensesValid)
    try v.flag("RF_Channel_Aliased", &isChannelAliased)
    try v.bits(3, "PDU_Type", &pduType)
    try v.flag("CRC_Checked", &isCRCChecked)
    try v.flag("CRC_Valid", &isCRCValid)
    if pduType == LinkFrame.Direction.auxiliaryAdvertising.rawValue {
      try v.bits(2, "Auxiliary_PDU_Type", &auxiliaryPDUType)
    } else {
      try v.flag("MIC_Checked", &isMICChecked)
      try v.flag("MIC_Valid", &isMICValid)
    }
    try v.bits(2, "PHY", &phy)
    try v.u32("Access_Address", &accessAddress)
    if phy == Self.codedPHY { try v.u8("Coding_Indicator", &codingIndicator) }
    try v.rest("PDU_and_CRC", &pduAndCRC)
  }
}

extension LinkFrameRecord {
  /// The record of `frame`.
  init(_ frame: LinkFrame) {
    rfChannel = frame.rfChannel
    signalPower = frame.signalDbm ?? 0
    noisePower = frame.noiseDbm ?? 0
    referenceAccessAddress = frame.accessAddress
    isSignalPowerValid = frame.signalDbm != nil
    isNoisePowerValid = frame.noiseDbm != nil
    isDecrypted = frame.isDecrypted
    pduType = frame.direction.rawValue
    auxiliaryPDUType = frame.auxiliaryPDU.rawValue
    isCRCValid = frame.isCRCValid
    isMICChecked = frame.isDecrypted
    isMICValid = frame.isDecrypted && frame.isMICValid
    phy = frame.phy.rawValue - 1
    accessAddress = frame.accessAddress
    codingIndicator = frame.codingIndicator
    pduAndCRC = frame.pdu + frame.crc
  }
}

extension LinkFrame {
  /// Reads the octets of one packet of link type 256, seen at `time`.
  ///
  /// - Throws: `WireError.truncated` if the pseudo-header, the access address or the CRC is not whole,
  ///   `.invalid` for an RF channel above 39, the reserved PHY, and the PDU types of isochronous packets.
  public init(record octets: [UInt8], at time: Instant) throws(WireError) {
    let record = try LinkFrameRecord(decoding: octets)
    guard record.rfChannel < 40 else {
      throw .invalid(field: "RF_Channel", value: UInt64(record.rfChannel))
    }
    guard let phy = PHY(rawValue: record.phy + 1) else {
      throw .invalid(field: "PHY", value: UInt64(record.phy))
    }
    guard let direction = Direction(rawValue: record.pduType) else {
      throw .invalid(field: "PDU_Type", value: UInt64(record.pduType))
    }
    guard record.pduAndCRC.count >= 3 else {
      throw .truncated(field: "CRC", neededBits: 24, availableBits: 8 * record.pduAndCRC.count)
    }
    self.init(
      time: time, rfChannel: record.rfChannel, phy: phy, codingIndicator: record.codingIndicator,
      accessAddress: record.accessAddress, pdu: record.pduAndCRC.dropLast(3), crc: record.pduAndCRC.suffix(3),
      isCRCValid: record.isCRCValid, direction: direction,
      auxiliaryPDU: AuxiliaryPDU(rawValue: record.auxiliaryPDUType) ?? .advInd,
      isDecrypted: record.isDecrypted,
      isMICValid: record.isMICValid || !record.isDecrypted,
      signalDbm: record.isSignalPowerValid ? record.signalPower : nil,
      noiseDbm: record.isNoisePowerValid ? record.noisePower : nil)
  }
}

/// The keys that an encrypted link uses from a moment on.
public struct CapturedKeys: Hashable, Sendable {
  /// When the central takes them up, before it sends LL_START_ENC_RSP.
  public var time: Instant
  public var accessAddress: AccessAddress
  /// LTK
  public var longTermKey: LongTermKey
  /// SKD, the peripheral's half more significant. [Vol 6, Part B, 5.1.3.1]
  public var diversifier: UInt128
  /// IV, the peripheral's half more significant.
  public var iv: UInt64
  /// SK
  public var sessionKey: UInt128

  /// Makes the keys of a link.
  public init(
    time: Instant, accessAddress: AccessAddress, longTermKey: LongTermKey, diversifier: UInt128, iv: UInt64,
    sessionKey: UInt128
  ) {
    self.time = time
    self.accessAddress = accessAddress
    self.longTermKey = longTermKey
    self.diversifier = diversifier
    self.iv = iv
    self.sessionKey = sessionKey
  }
}

/// Writes the keys of the links that a capture has as they were on the air: a heading, and a line for each start of
/// encryption, with tabs between the fields.
public enum KeyFile {
  /// The first line.
  static let heading = "time\taccess_address\tltk\tskd\tiv\tsession_key\n"

  /// The key file of the capture at `capture`: `air.keys` for `air.pcapng`.
  public static func path(beside capture: String) -> String {
    (capture.hasSuffix(".pcapng") ? String(capture.dropLast(7)) : capture) + ".keys"
  }

  /// Writes the keys of `log` to the file at `path`, which appears only when it is whole.
  public static func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    let text = heading + log.keys.map(line).joined()
    try AtomicFile.write(at: path) { sink throws(CaptureError) in try sink.write(Array(text.utf8)) }
  }

  /// The line of a start, with the time in seconds as Wireshark shows it.
  static func line(_ keys: CapturedKeys) -> String {
    let (second, fraction) = keys.time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let fields = [
      "\(second)." + fraction.decimalDigits(9),
      keys.accessAddress.rawValue.hex(8, .lower),
      keys.longTermKey.rawValue.hexDigits(32, .lower), keys.diversifier.hexDigits(32, .lower),
      keys.iv.hexDigits(16, .lower), keys.sessionKey.hexDigits(32, .lower),
    ]
    return fields.joined(separator: "\t") + "\n"
  }
}
