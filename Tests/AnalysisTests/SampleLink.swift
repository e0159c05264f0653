import Capture
import ChannelSounding
import CoreTypes
import HCI
import SimulationKernel

/// The HCI of both ends of a link, event by event, whose tones are those of a distance.
struct SampleLink {
  /// Those of the mode-2 steps, before they are shuffled.
  static let channels = CSChannelMap.allowed.channels

  private static let handle: ConnectionHandle = 0x40
  private static let speedOfLight = 299_792_458.0

  private var frames: [HCIFrame] = []
  private var time = Instant.start
  private var random: RandomStream
  private let usesInlinePCT: Bool
  /// Whether the reflector's tones have no PCT.
  private let isReflectorSilent: Bool

  init(seed: UInt64 = 1, usesInlinePCT: Bool = false, isReflectorSilent: Bool? = nil) {
    random = RandomStream(seed: seed)
    self.usesInlinePCT = usesInlinePCT
    self.isReflectorSilent = isReflectorSilent ?? usesInlinePCT
    for role in CSRole.allCases { begin(role) }
  }

  /// A capture of both ends, or of one.
  func capture(only role: CSRole? = nil) throws -> [UInt8] {
    let log = CaptureLog()
    for frame in frames where role == nil || frame.role == role { _ = log.append(frame) }
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return sink.octets
  }

  private mutating func send(_ event: some HCIEvent, from role: CSRole) { send(event.packet, from: role) }

  private mutating func send(_ packet: HCIPacket, from role: CSRole) {
    time = time + .microseconds(100)
    frames.append(
      HCIFrame(time: time, role: role, direction: .controllerToHost, packet: packet.h4Encoded))
  }

  private mutating func begin(_ role: CSRole) {
    var connection = LEConnectionCompleteEvent()
    connection.connectionHandle = Self.handle
    connection.role = role == .initiator ? .central : .peripheral
    connection.parameters.interval = 24
    send(connection, from: role)
    var version = ReadRemoteVersionInformationCompleteEvent()
    version.connectionHandle = Self.handle
    version.version = .v6_3
    send(version, from: role)
    var capabilities = LECSReadRemoteSupportedCapabilitiesCompleteV2Event()
    capabilities.connectionHandle = Self.handle
    capabilities.capabilities.subfeatures = usesInlinePCT ? .inlinePCT : []
    send(capabilities, from: role)
    var configuration = CSConfiguration()
    configuration.tFCS = TFCS(index: 7)
    configuration.role = role
    configuration.enhancements = usesInlinePCT ? 1 : 0
    send(LECSConfigCompleteEvent(connectionHandle: Self.handle, configuration: configuration), from: role)
    var security = LECSSecurityEnableCompleteEvent()
    security.connectionHandle = Self.handle
    send(security, from: role)
  }

  /// More of a subevent that never began, at the initiator.
  mutating func strayContinuation() {
    var event = LECSSubeventResultContinueEvent()
    event.connectionHandle = Self.handle
    send(event, from: .initiator)
  }

  /// A procedure of one subevent, reported by both ends.
  ///
  /// - Parameters:
  ///   - reason: why both ends abort it; nothing if they do not.
  ///   - isCutShort: whether the last event of the results is missing.
  ///   - strayChannel: the channel that both ends tell of the first tone; its own if nil.
  mutating func procedure(
    _ counter: UInt16, metres: Double, reason: SubeventAbortReason = .none, isCutShort: Bool = false,
    strayChannel: UInt8? = nil
  ) {
    var channels = Self.channels
    for index in channels.indices.reversed() {
      channels.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    if let strayChannel { channels[0] = strayChannel }
    let phases = channels.map { _ in random.nextUnit() }
    for role in CSRole.allCases {
      var result = SubeventResult()
      result.procedureCounter = counter
      result.procedureDone = reason == .none ? .complete : .aborted
      result.subeventDone = reason == .none ? .complete : .aborted
      result.subeventAbortReason = reason
      let layout = CSStepLayout(role: role, numAntennaPaths: 1)
      for channel in Self.channels.prefix(3) { result.append(Self.mode0(channel, role), layout: layout) }
      for (channel, phase) in zip(channels, phases) where reason == .none {
        result.append(step(channel, phase, metres, role), layout: layout)
      }
      let packets = result.packets(connectionHandle: Self.handle)
      for packet in isCutShort ? packets.dropLast() : packets[...] { send(packet, from: role) }
    }
  }

  private static func mode0(_ channel: UInt8, _ role: CSRole) -> CSStep {
    var packet = CSStep.Packet()
    packet.rssi = -45
    // -2.06 ppm with bit 15 clear, as one vendor sends it.
    return CSStep(
      channel: channel, data: .mode0(packet, measuredFreqOffset: role == .initiator ? 0x7F32 : .notAvailable))
  }

  /// A tone of the distance: half of the way's phase at each end, and the oscillators' phase with opposite signs.
  private func step(_ channel: UInt8, _ oscillators: Double, _ metres: Double, _ role: CSRole) -> CSStep {
    let frequency = 2402e6 + 1e6 * Double(channel)
    let way = -frequency * metres / Self.speedOfLight
    let turns: Double
    if usesInlinePCT {
      turns = role == .initiator ? 2 * way : 0
    } else {
      turns = role == .initiator ? way + oscillators : way - oscillators
    }
    let isSilent = isReflectorSilent && role == .reflector
    let (sine, cosine) = PortableMath.sinCos(radians: 2 * .pi * turns)
    let tone = isSilent ? CSTone(i: 0, q: 0) : CSTone(i: Int16(1500 * cosine), q: Int16(1500 * sine))
    var exchange = CSStep.ToneExchange()
    exchange.tones = CSTones([tone, CSTone(i: 0, q: 0, quality: .unavailable, extensionSlot: 1)])
    return CSStep(channel: channel, data: .mode2(exchange))
  }
}
