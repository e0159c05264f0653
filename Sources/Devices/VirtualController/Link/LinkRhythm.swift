internal import CoreTypes

/// Where one end of a link stands: its next connection event, and what the last packet said.
struct LinkRhythm {
  static let ownAccuracyPpm = SleepClockAccuracy.upTo50Ppm.worstPpm

  /// Counts the connection events, and does not wrap.
  var eventNumber: UInt64 = 0
  /// True time at which this end takes the event to begin.
  var anchor: Instant
  /// How long the first packet of the event may be late; zero once the peer was heard.
  var window: Picoseconds
  /// The last anchor point that this end knew.
  var lastSync: Instant
  /// When the last packet with a valid CRC ended.
  var lastValid: Instant
  var acknowledgement = Acknowledgement()
  /// Whether what the clocks may be wrong by counts; not so in a defective device.
  var isWidened = true
  /// The strength of the last packet heard; nil before the first.
  var rssi: ReceivedPowerLevel?
  /// What both clocks may be wrong by together.
  private let accuracyPpm: Int64

  /// A link that begins with a CONNECT_IND.
  ///
  /// - Parameter sca: the field of that name in the CONNECT_IND.
  init(anchor: Instant, window: Picoseconds, connectEnd: Instant, sca: SleepClockAccuracy) {
    self.anchor = anchor
    self.window = window
    lastSync = connectEnd
    lastValid = connectEnd
    accuracyPpm = sca.worstPpm + Self.ownAccuracyPpm
  }

  /// connEventCounter of the next connection event.
  var eventCounter: ConnEventCounter { ConnEventCounter(eventNumber: eventNumber) }

  /// How far a packet may be from its expected start. [Vol 6, Part B, 4.2.4]
  var widening: Picoseconds {
    let drift = isWidened ? (anchor - lastSync).rawValue / 1_000_000 * accuracyPpm : 0
    return Picoseconds(drift) + .microseconds(16)
  }

  /// How long a peripheral listens for the first packet of the event.
  var listening: ClosedRange<Instant> {
    anchor - widening...anchor + widening + window + Connection.syncTime
  }
}

/// The one-bit sequence numbers of a link. [Vol 6, Part B, 4.5.9]
struct Acknowledgement {
  /// transmitSeqNum
  private(set) var transmitSequence: UInt8 = 0
  /// nextExpectedSeqNum
  private(set) var nextExpected: UInt8 = 0

  /// Takes the bits of a received header; without room for the PDU it is left for the peer to send again. Returns
  /// whether the last PDU sent is acknowledged, and whether the received one is new.
  mutating func receive(sn: UInt8, nesn: UInt8, hasRoom: Bool = true) -> (isAcknowledged: Bool, isNew: Bool) {
    let isAcknowledged = nesn != transmitSequence
    if isAcknowledged { transmitSequence ^= 1 }
    let isNew = hasRoom && sn == nextExpected
    if isNew { nextExpected ^= 1 }
    return (isAcknowledged, isNew)
  }
}
