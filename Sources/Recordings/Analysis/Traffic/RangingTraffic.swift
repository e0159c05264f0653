internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HostStack
internal import RangingService
internal import Wire

/// The ranging data that one end of a connection reads from the peer's Ranging Service, put together and joined to that
/// end's own results, which alone have the channels.
struct RangingTraffic {
  /// Segments on one characteristic.
  private struct Stream {
    var handle: UInt16
    var assembler = SegmentAssembler()
    /// Where segments that got lost begin again; nil in the first round.
    var resumesAt: Int?
    var frames = 0...0
  }

  /// Ranging data that is whole.
  private struct Body {
    var octets: [UInt8]
    var filter: RangingFilter
    var frames: ClosedRange<Int>
    /// Whether the handle is known as one of the Ranging Service.
    var isCertain: Bool
  }

  /// So many procedures may lie between a phone's results and the ranging data that it reads.
  private static let window = 32
  private static let streamLimit = 8
  /// Far more than 4095 steps have.
  private static let longestBody = 1 << 18
  /// Shorter values hold no subevent.
  private static let shortestBody = RangingHeader.octetCount + RangingSubeventHeader.octetCount

  private var streams: [Stream] = []
  private var filter = RangingFilter.everything
  private var recent: [RecordedProcedure] = []
  private var waiting: [Body] = []
  /// Data that waited so long for own results that it made room for other.
  private var droppedCount = 0

  // MARK: What the ends say

  /// Takes a value that the peer notified or indicated.
  mutating func notified(_ value: ATTHandleValue, _ database: RecordedDatabase, _ frame: Int) {
    let type = database.type(of: value.handle)
    let isCertain = type == .realTimeRangingData || type == .onDemandRangingData
    // A phone that knows the accessory does not ask for its handles again.
    guard isCertain || type == nil else { return }
    let segment: RangingSegment
    do throws(WireError) {
      segment = try RangingSegment(decoding: value.value)
    } catch {
      return
    }
    guard let place = stream(value.handle, begins: segment.isFirst) else { return }
    if segment.isFirst, streams[place].resumesAt == nil {
      streams[place].frames = frame...frame
    } else {
      streams[place].frames = min(streams[place].frames.lowerBound, frame)...frame
    }
    streams[place].assembler.take(segment, resumesAt: streams[place].resumesAt)
    if let resumed = streams[place].resumesAt { streams[place].resumesAt = resumed + 1 }
    guard let octets = streams[place].assembler.body else { return }
    let frames = streams[place].frames
    streams.remove(at: place)
    guard (Self.shortestBody...Self.longestBody).contains(octets.count) else { return }
    if waiting.count == Self.window, waiting.removeFirst().isCertain { droppedCount += 1 }
    waiting.append(Body(octets: octets, filter: filter, frames: frames, isCertain: isCertain))
  }

  private mutating func stream(_ handle: UInt16, begins: Bool) -> Int? {
    if let place = streams.firstIndex(where: { $0.handle == handle }) { return place }
    guard begins else { return nil }
    if streams.count == Self.streamLimit { streams.removeFirst() }
    streams.append(Stream(handle: handle))
    return streams.count - 1
  }

  /// Takes what was written to the peer's RAS Control Point.
  mutating func written(_ value: ATTHandleValue, _ database: RecordedDatabase) {
    guard database.type(of: value.handle) == .rasControlPoint else { return }
    do throws(ControlPointCommand.Problem) {
      switch try ControlPointCommand(decoding: value.value) {
      case .retrieveLostSegments(_, let first, _):
        for place in streams.indices { streams[place].resumesAt = Int(first) }
      case .setFilter(let mask): filter.set(mask)
      case .getRangingData, .abort: streams = []
      case .acknowledge: break
      }
    } catch {
      // The server refuses it, and nothing changes.
      return
    }
  }

  // MARK: What it comes to

  /// Takes an own account of a procedure, once.
  mutating func add(_ own: RecordedProcedure) {
    guard !own.isRepeated || !recent.contains(where: { $0.hasSameResults(as: own) }) else { return }
    if recent.count == Self.window { recent.removeFirst() }
    recent.append(own)
  }

  /// Appends the peer's accounts of procedures whose own account is there, and counts what came.
  mutating func join(_ connection: inout RecordedConnection, into done: inout [RecordedProcedure]) {
    guard !waiting.isEmpty else { return }
    var left: [Body] = []
    for body in waiting {
      guard let (place, peer, hasPacketPCT) = match(body) else {
        left.append(body)
        continue
      }
      let own = recent.remove(at: place)
      if connection.firstOddRangingData == nil, let configuration = own.configuration,
        RangingStepLayout(configuration, pathCount: 1).hasPacketPCT != hasPacketPCT
      {
        connection.firstOddRangingData = body.frames.lowerBound
      }
      connection.rangingDataCount += 1
      if connection.firstRangingData == nil { connection.firstRangingData = body.frames.lowerBound }
      done.append(peer)
    }
    waiting = left
  }

  /// Data that found no own results when nothing more can come.
  var unmatchedCount: Int { droppedCount + waiting.count { $0.isCertain } }

  private func match(_ body: Body) -> (place: Int, peer: RecordedProcedure, hasPacketPCT: Bool)? {
    var header = RangingHeader()
    var reader = Reader(body.octets)
    do throws(WireError) {
      try header.fields(&reader)
    } catch {
      return nil
    }
    for (place, own) in recent.enumerated().reversed() {
      guard own.counter & RangingData.counterMask == header.counter, own.configID == header.configID,
        let (subevents, layout) = Self.subevents(body, own)
      else { continue }
      return (place, Self.account(subevents, of: own, body), layout.hasPacketPCT)
    }
    return nil
  }

  /// The steps with their channels; nil if they are not those of the own account.
  private static func subevents(
    _ body: Body, _ own: RecordedProcedure
  ) -> (results: [SubeventResult], layout: RangingStepLayout)? {
    let configuration = own.configuration
    let role = (configuration?.role ?? own.role ?? .initiator).peer
    let likely = configuration.map { RangingStepLayout($0, pathCount: 1).hasPacketPCT } ?? false
    return RangingData.subevents(
      in: body.octets, along: own.subevents,
      layout: RangingStepLayout(role: role, hasPacketPCT: likely, pathCount: 1), filter: body.filter)
  }

  private static func account(
    _ subevents: [SubeventResult], of own: RecordedProcedure, _ body: Body
  ) -> RecordedProcedure {
    var account = RecordedProcedure(
      connection: own.connection, role: own.role?.peer, configID: own.configID,
      configuration: own.configuration,
      counter: own.counter, subevents: subevents, frames: body.frames)
    account.isFromRangingService = true
    account.isRepeated = own.isRepeated
    account.ending =
      switch subevents.last?.procedureDone {
      case .complete: .complete
      case .aborted: .aborted
      case .partial, nil: .unfinished
      }
    return account
  }
}
