package import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
package import LinkLayer
internal import Notation
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

/// The PDUs that an advertiser sent one after another, on a channel each.
package struct AdvertisingEvent {
  /// The PDUs in order, one or more.
  package var pdus: [FrameRecorder.ObservedAdvertisement]

  /// When the first began.
  package var start: Instant { pdus[0].start }
  /// The frames of all.
  package var frames: [Int] { pdus.map(\.frame) }
}

/// What the cases of advertising have in common.
extension Tester {
  /// The longest time between two PDUs of one event. [Vol 6, Part B, 4.4.2.2]
  private static let withinEvent = Picoseconds.milliseconds(10)

  /// No interval of advertising is longer. [Vol 6, Part B, 4.4.2.2]
  package static let longestInterval = Picoseconds.milliseconds(10_250)

  /// Watches the advertising channels until `count` events are seen, or `limit` is over.
  ///
  /// - Parameters:
  ///   - limit: nil for as long as the events take at the longest interval; 60 s with an attached host, which runs in
  ///     real time.
  ///   - isOfOneSet: whether events beside the connectable ones do not count.
  package func watchAdvertising(
    _ count: Int, within limit: Picoseconds? = nil, isOfOneSet: Bool = false
  ) -> [AdvertisingEvent] {
    recorder.forgetAdvertisements()
    let simulation = bed.simulation
    let longest: Picoseconds =
      bed.isAttached ? .seconds(60) : min(Self.longestInterval * (count + 1), .seconds(1500))
    let deadline = simulation.now + (limit ?? longest)
    while simulation.now < deadline {
      phone.idle(min(.milliseconds(100), deadline - simulation.now))
      // The last event may not be whole.
      if (isOfOneSet ? connectableEvents : advertisingEvents).count > count { break }
    }
    return Array((isOfOneSet ? connectableEvents : advertisingEvents).prefix(count))
  }

  /// Scans actively for 3 s; where the phone hears no advertising in them, once more for as long as the longest
  /// interval.
  package func scanActively() throws(TesterStop) {
    let spans: [Picoseconds] = [.seconds(3), Self.longestInterval + .seconds(1)]
    for span in spans {
      let count = phone.driver.events.count
      try prepare("active scanning", phone.scanActively(for: span))
      let hasHeard = phone.driver.events[count...].contains {
        if case .leAdvertisingReport = $0.value { true } else { false }
      }
      if hasHeard { return }
    }
  }

  /// The advertising events seen.
  package var advertisingEvents: [AdvertisingEvent] { Self.events(of: recorder.advertisements) }

  /// The advertising events seen of the set that a phone connects to.
  package var connectableEvents: [AdvertisingEvent] { Self.connectable(of: advertisingEvents) }

  /// The events of ADV_IND; all where there are none. An accessory may advertise a beacon too, in a set that has an
  /// interval and data of its own.
  static func connectable(of events: [AdvertisingEvent]) -> [AdvertisingEvent] {
    let connectable = events.filter { event in
      if case .advInd? = kind(of: event.pdus[0]) { true } else { false }
    }
    return connectable.isEmpty ? events : connectable
  }

  /// The advertising events of what was seen. The PDUs of one may be on their channels in any order: since Core 5.1 an
  /// advertiser may draw it anew each time. [Vol 6, Part B, 4.4.2.1]
  static func events(of advertisements: [FrameRecorder.ObservedAdvertisement]) -> [AdvertisingEvent] {
    var events: [AdvertisingEvent] = []
    for seen in advertisements where kind(of: seen).map(isAdvertisement) == true {
      let pdus = events.last?.pdus ?? []
      if let last = pdus.last, seen.start - last.start < withinEvent,
        !pdus.contains(where: { $0.channel == seen.channel })
      {
        events[events.count - 1].pdus.append(seen)
      } else {
        events.append(AdvertisingEvent(pdus: [seen]))
      }
    }
    return events
  }

  /// The PDU of a frame on a primary channel; nil if it cannot be decoded.
  package static func kind(of seen: FrameRecorder.ObservedAdvertisement) -> AdvertisingPDU? {
    do {
      return try AdvertisingPDU(decoding: seen.octets)
    } catch {
      return nil
    }
  }

  private static func isAdvertisement(_ pdu: AdvertisingPDU) -> Bool {
    switch pdu {
    case .advInd, .advDirectInd, .advNonconnInd, .advScanInd, .advExtInd: true
    default: false
    }
  }

  /// The advertising data of a PDU; nil if it has none.
  package static func data(of pdu: AdvertisingPDU) -> [UInt8]? {
    switch pdu {
    case .advInd(_, let payload), .advNonconnInd(_, let payload), .advScanInd(_, let payload),
      .scanRsp(_, let payload):
      payload.advData
    default: nil
    }
  }

  /// The first advertising data received in time; ends the case if there is none.
  package func firstAdvertisingData() throws(TesterStop) -> (octets: [UInt8], frames: [Int]) {
    let events = watchAdvertising(4, within: .seconds(bed.isAttached ? 5 : 31))
    for event in Self.connectable(of: events) {
      for pdu in event.pdus {
        if let octets = Self.kind(of: pdu).flatMap(Self.data) { return (octets, [pdu.frame]) }
      }
    }
    let silence = "no advertising was received" + (hostRemark.map { ": \($0)" } ?? "")
    throw .inconclusive(events.isEmpty ? silence : "the advertising PDUs carry no data")
  }

  /// Whether octets are AD structures, and if not, why. [Vol 3, Part C, 11]
  package static func flaw(inData octets: [UInt8], limit: Int = AdvertisingData.legacyLimit) -> String? {
    let data = AdvertisingData(parsing: octets)
    if octets.count > limit { return "\(octets.count) octets" }
    if !data.isWellFormed { return "a structure longer than the data" }
    let single: [ADType] = [.flags, .txPowerLevel, .completeLocalName, .shortenedLocalName]
    for type in single where data.structures.count(where: { $0.type == type }) > 1 {
      return "two structures of type \(type.rawValue.hex(2, .lower))"
    }
    let uuidSizes: [(ADType, Int)] = [
      (.incompleteServiceUUIDs16, 2), (.completeServiceUUIDs16, 2), (.incompleteServiceUUIDs32, 4),
      (.completeServiceUUIDs32, 4), (.incompleteServiceUUIDs128, 16), (.completeServiceUUIDs128, 16),
    ]
    for structure in data.structures {
      let size = uuidSizes.first { $0.0 == structure.type }?.1 ?? 1
      if structure.data.count % size != 0 { return "a list of UUIDs with \(structure.data.count) octets" }
    }
    // [Supplement to the Core specification, Part A, 1.1.1]
    for size in [2, 4, 16] {
      let types = uuidSizes.filter { $0.1 == size }.map(\.0)
      if data.structures.count(where: { types.contains($0.type) }) > 1 {
        return "two lists of UUIDs of \(size) octets"
      }
    }
    return nil
  }

  /// Connects, pairs, and disconnects once the accessory has the keys.
  package func bondAndLeave() throws(TesterStop) {
    try connect()
    try prepare("pairing", pair(), on: .pairing)
    phone.idle(.seconds(1))
    try prepare("disconnecting", phone.disconnect())
  }
}

extension Picoseconds {
  /// The span as people read it.
  package var inMilliseconds: Double { Double(rawValue) / 1e9 }
}
