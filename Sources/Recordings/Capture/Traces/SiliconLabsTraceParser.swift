internal import CoreTypes
internal import HCI

/// The decoded trace of Silicon Labs' API (`bt_cmd_`, `bt_rsp_`, `bt_evt_`), one call or event a line.
///
/// Each line that has a twin in HCI becomes that packet, so that a trace is read like any other recording. The handle of
/// a connection is that of the API. What is put together, and from what:
///
/// - LE Connection Complete from `connection_opened` and the first `connection_parameters` behind it, which has the
///   timing, at the time of the latter. Further ones become LE Connection Update Complete where the timing changed, and
///   Encryption Change where the security mode rose from 0.
/// - LE PHY Update Complete from the one PHY that `connection_phy_status` names for both directions.
/// - ATT requests of a search from the call that began it; for its second and further results, which the stack asks
///   for itself or had in the same answer, a request of its own each. The declaration of a characteristic has the
///   handle before that of its value, as the trace names the latter alone.
///
/// What a trace does not hold stays unknown: pairing, versions, the own address in use, who asked for which ATT_MTU,
/// handles of descriptors that were written by `gatt_set_characteristic_notification`, NADM in the capabilities and the
/// sleep clock accuracy of the central. Fields of a packet that no line tells are zero. Lines for people (`log`) and
/// calls without a twin are passed over; responses are taken only where they return facts.
final class SiliconLabsTraceParser: LogParser {
  /// What the first line of a call or an event has.
  static let marks: [StaticString] = [" bt_evt_", " bt_cmd_", " bt_rsp_"]

  private static let prefixes = ["bt_evt_", "bt_cmd_", "bt_rsp_"]

  private var connections = ConnectionCalls()
  private var attributes = AttributeCalls()
  /// What the last line told beside its first packet.
  private var waiting: [TracePacket] = []
  private var place = (offset: 0, line: 0)
  private var time: RecordTime?

  override func takeWaiting() -> Bool {
    guard !waiting.isEmpty else { return false }
    deliver(waiting.removeFirst())
    return true
  }

  override func take(_ line: Line) -> Bool {
    guard !line.octets.isEmpty else { return false }
    do throws(TraceFault) {
      let traced = try TraceLine(line.octets)
      guard !traced.name.isEmpty else { return false }
      guard Self.prefixes.contains(where: { traced.name.hasPrefix($0) }) else { throw .unreadable }
      (place, time) = ((line.offset, line.number), traced.time)
      waiting = try packets(traced)
    } catch {
      switch error {
      case .unreadable: warnUnreadable(line)
      case .field(let name, let found, let expected):
        let problem = RecordingWarning.Problem.unreadableField(name: name, found: found, expected: expected)
        warn(problem, at: line.offset, line: line.number)
      }
    }
    return takeWaiting()
  }

  private func packets(_ line: TraceLine) throws(TraceFault) -> [TracePacket] {
    if let packet = try SoundingCalls.packet(line) { return [packet] }
    if let packet = try ScannerCalls.packet(line) { return [packet] }
    let packets = try connections.packets(line)
    return try packets.isEmpty ? attributes.packets(line) : packets
  }

  private func deliver(_ traced: TracePacket) {
    madeOctets = Array(traced.packet.h4Encoded.dropFirst())
    var frame = RecordedFrame(offset: place.offset, octets: 0..<0, originalCount: madeOctets.count)
    frame.isCut = false
    frame.line = place.line
    frame.time = time
    frame.direction = traced.direction
    if let indicator = traced.indicator { frame.kind = .hci(indicator) }
    deliver(frame)
  }
}
