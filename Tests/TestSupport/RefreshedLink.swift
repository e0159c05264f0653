public import Capture
internal import CoreTypes

/// A link as it was on the air to somebody without its key: encrypted, paused for a fresh key, and encrypted again.
public enum RefreshedLink {
  private static let accessAddress: AccessAddress = 0x71F1_3A5C
  private static let ciphertext: [UInt8] = [0x0F, 0x33, 0x55, 0x77, 0x99, 0xBB]

  /// Who sends what, LLID first. LL_PAUSE_ENC_REQ and the first LL_PAUSE_ENC_RSP are among what is encrypted.
  private static let packets: [(isFromCentral: Bool, octets: [UInt8])] = [
    (true, [3, 0x03] + [UInt8](repeating: 1, count: 22)),
    (false, [3, 0x04] + [UInt8](repeating: 2, count: 12)),
    (false, [3, 0x05]), (true, [3] + ciphertext), (false, [3] + ciphertext), (true, [2] + ciphertext),
    (true, [3, 0x0B]), (true, [3, 0x03] + [UInt8](repeating: 3, count: 22)),
    (false, [3, 0x04] + [UInt8](repeating: 4, count: 12)), (false, [3, 0x05]), (false, [3] + ciphertext),
  ]
  /// The frames whose payload is encrypted.
  public static let hiddenFrames = [5, 6, 7, 12]
  /// The frame of the LL_PAUSE_ENC_RSP that is in the clear; LL_ENC_REQ follows.
  public static let pauseFrame = 8

  /// The link from its CONNECT_IND on.
  public static func capture() -> CaptureLog {
    let log = CaptureLog()
    let devices: [UInt8] = [0x21, 0x22, 0x23, 0x24, 0x25, 0xE6, 0x11, 0x12, 0x13, 0x14, 0x15, 0xD6]
    let address = (0..<4).map { UInt8(truncatingIfNeeded: accessAddress.rawValue >> (8 * $0)) }
    let data: [UInt8] = [1, 2, 3, 2, 1, 0, 24, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x27]
    append([0xC5, 34] + devices + address + data, at: 0, .advertising, .advertising, to: log)
    var numbers: [UInt8] = [0, 0]
    for (index, packet) in packets.enumerated() {
      let side = packet.isFromCentral ? 0 : 1
      let header = packet.octets[0] | numbers[side] << 3
      numbers[side] ^= 1
      append(
        [header, UInt8(packet.octets.count - 1)] + packet.octets.dropFirst(), at: 30 * (index + 1),
        accessAddress,
        packet.isFromCentral ? .centralToPeripheral : .peripheralToCentral, to: log)
    }
    return log
  }

  private static func append(
    _ pdu: [UInt8], at milliseconds: Int, _ accessAddress: AccessAddress, _ direction: LinkFrame.Direction,
    to log: CaptureLog
  ) {
    log.append(
      LinkFrame(
        time: .start + .milliseconds(milliseconds), rfChannel: 4, accessAddress: accessAddress, pdu: pdu,
        crc: [0, 0, 0], direction: direction))
  }
}
