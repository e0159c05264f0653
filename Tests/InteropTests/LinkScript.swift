import Capture
import CoreTypes

/// A link that gets packet by packet and keeps what a controller would: CRC, SN and NESN, channels, times.
struct LinkScript {
  let log: CaptureLog
  private let accessAddress: AccessAddress = 0x71F1_3A5C
  private let crcInit: UInt32 = 0x35_7A1E
  private var time = Instant(picoseconds: 1_000_000_000)
  private var event = 0
  private var sequenceNumbers: [UInt8] = [0, 0]
  private var isEncrypted = false

  init(log: CaptureLog) { self.log = log }

  /// ADV_IND and CONNECT_IND on channel 37.
  mutating func connect() {
    let advertiser: [UInt8] = [0x11, 0x12, 0x13, 0x14, 0x15, 0xD6]
    advertising([0x60, 0x0F] + advertiser + [0x02, 0x01, 0x06, 0x05, 0x09, 0x56, 0x52, 0x45, 0x46])
    let initiator: [UInt8] = [0x21, 0x22, 0x23, 0x24, 0x25, 0xE6]
    let timing: [UInt8] = [2, 1, 0, 24, 0, 0, 0, 72, 0]
    advertising(
      [0xE5, 34] + initiator + advertiser + Self.octets(accessAddress.rawValue, 4) + Self.octets(crcInit, 3)
        + timing
        + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x27])
    time = time + .milliseconds(3)
  }

  /// One connection event; a side with nothing to say sends an empty PDU. Gives the two frame numbers.
  @discardableResult
  mutating func event(central: [UInt8]? = nil, peripheral: [UInt8]? = nil, llid: UInt8 = 3) -> [Int] {
    let channel = ChannelIndex(rawValue: UInt8(event * 7 % 37)).rfChannel
    let numbers = [
      data(central, llid, .centralToPeripheral, channel),
      data(peripheral, llid, .peripheralToCentral, channel),
    ]
    event += 1
    time = time + .milliseconds(30)
    return numbers
  }

  /// The central asks in one event and the peripheral answers in the next.
  mutating func procedure(central request: [UInt8], peripheral response: [UInt8]) {
    event(central: request)
    event(peripheral: response)
  }

  /// From now on what is not empty was encrypted on the air.
  mutating func startEncryption() { isEncrypted = true }

  /// Sends an empty PDU of the central whose CRC arrives wrong, and gives its frame number.
  mutating func loseCentralPacket() -> Int {
    let octets: [UInt8] = [0x01 | nesn(0) | sequenceNumbers[0] << 3, 0]
    defer { time = time + .milliseconds(30) }
    return append(octets, rfChannel: 1, .centralToPeripheral, isCRCValid: false, isDecrypted: false)
  }

  private mutating func advertising(_ pdu: [UInt8]) {
    log.append(
      LinkFrame(
        time: time, rfChannel: 0, accessAddress: .advertising, pdu: pdu,
        crc: Self.crc(pdu, initial: 0x55_5555),
        direction: .advertising, signalDbm: -50, noiseDbm: -100))
    time = time + .microseconds(500)
  }

  private mutating func data(
    _ payload: [UInt8]?, _ llid: UInt8, _ direction: LinkFrame.Direction, _ rfChannel: UInt8
  ) -> Int {
    let side = direction == .centralToPeripheral ? 0 : 1
    let header = (payload == nil ? 1 : llid) | nesn(side) | sequenceNumbers[side] << 3
    let octets = [header, UInt8(payload?.count ?? 0)] + (payload ?? [])
    sequenceNumbers[side] ^= 1
    return append(
      octets, rfChannel: rfChannel, direction, isCRCValid: true, isDecrypted: isEncrypted && payload != nil)
  }

  /// The central expects what the peripheral sends next; the peripheral has just heard the central.
  private func nesn(_ side: Int) -> UInt8 { sequenceNumbers[1 - side] << 2 }

  private mutating func append(
    _ pdu: [UInt8], rfChannel: UInt8, _ direction: LinkFrame.Direction, isCRCValid: Bool, isDecrypted: Bool
  ) -> Int {
    let start = time
    time = time + .microseconds((pdu.count + (isDecrypted ? 4 : 0) + 8) * 8 + 150)
    return log.append(
      LinkFrame(
        time: start, rfChannel: rfChannel, accessAddress: accessAddress, pdu: pdu,
        crc: Self.crc(pdu, initial: crcInit), isCRCValid: isCRCValid, direction: direction,
        isDecrypted: isDecrypted, signalDbm: -50, noiseDbm: -100))
  }

  private static func octets(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  /// The CRC in the order of the air: x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1. [Vol 6, Part B, 3.1.1]
  private static func crc(_ pdu: [UInt8], initial: UInt32) -> [UInt8] {
    var register = initial
    for bit in pdu.flatMap({ octet in (0..<8).map { UInt32(octet >> $0 & 1) } }) {
      let feedback = register >> 23 ^ bit
      register = register << 1 & 0xFF_FFFF
      if feedback == 1 { register ^= 0x00_065B }
    }
    var reversed: UInt32 = 0
    for i in 0..<24 where register >> UInt32(i) & 1 == 1 { reversed |= 1 << UInt32(23 - i) }
    return octets(reversed, 3)
  }
}
