public import ChannelSounding
public import CoreTypes
public import Faults
internal import Wire

/// What a server wants done.
public enum RangingServerAction: Hashable, Sendable {
  /// Notify a value.
  case notify(RangingCharacteristic, [UInt8])
  /// Indicate a value, and tell when it is confirmed.
  case indicate(RangingCharacteristic, [UInt8])
  /// Let a characteristic be read as this.
  case setValue(RangingCharacteristic, [UInt8])
  /// Call `wake` with the timer after this time.
  case wake(after: Picoseconds, RangingServer.Timer)
}

/// The server of the Ranging Service for one link, without the attributes: reports of the controller and writes
/// of the client go in, values come out. [RAS 1.0, 3]
public struct RangingServer: Sendable {
  /// Between two segments that are notified, so that a command can come between them.
  static let segmentPause = Picoseconds.milliseconds(5)
  /// So long the client may take to acknowledge what it got. [RAS 1.0, 3.3.2.2]
  static let acknowledgementTime = Picoseconds.seconds(5)

  /// How the server is built.
  public struct Configuration: Hashable, Sendable {
    /// What it can do.
    public var features: RASFeatures
    /// How many procedures it keeps, 1 and up.
    public var bufferCount: Int
    /// What it does wrong: nothing in a correct device.
    public var faults: FaultSet

    public init(features: RASFeatures, bufferCount: Int, faults: FaultSet = []) {
      precondition(bufferCount > 0, "a server keeps one procedure at least")
      self.features = features
      self.bufferCount = bufferCount
      self.faults = faults
    }
  }

  /// A wake-up that was asked for; one that is overtaken by events does nothing.
  public struct Timer: Hashable, Sendable {
    enum Purpose: UInt8, Hashable, Sendable { case segment, acknowledgement }
    let purpose: Purpose
    let serial: UInt64
  }

  /// A procedure that is kept.
  struct Record: Sendable {
    let counter: UInt16
    let body: [UInt8]
  }

  /// What is being sent.
  struct Transfer: Sendable {
    var record: Record
    let segments: [RangingSegment]
    var next: Int
    let end: Int
    /// The indices to report at the end if these are lost segments.
    let lost: ClosedRange<UInt8>?
    let characteristic: RangingCharacteristic
  }

  let configuration: Configuration
  var filter = RangingFilter.everything
  /// Bits that the client wrote for each characteristic.
  var subscriptions = [UInt16](repeating: 0, count: RangingCharacteristic.allCases.count)
  /// Oldest first; what is being sent is not among them.
  var records: [Record] = []
  var transfer: Transfer?
  /// What was sent whole and is not acknowledged.
  var unacknowledged: Record?
  var serial: UInt64 = 0
  /// The ATT_MTU of the link, in octets.
  public var mtu = 23
  /// As LE CS Procedure Enable Complete tells it, in dBm.
  public var selectedTXPower: TransmitPowerLevel = 0
  private var firstCounter: UInt16?
  private var open: [SubeventResult] = []

  /// Starts without data and subscriptions.
  public init(_ configuration: Configuration) { self.configuration = configuration }

  var faults: FaultSet { configuration.faults }

  func isSubscribed(_ characteristic: RangingCharacteristic) -> Bool {
    subscriptions[Int(characteristic.rawValue)] != 0
  }

  // MARK: What the controller reports

  /// Takes a subevent; the last of a procedure makes its ranging data.
  public mutating func take(
    _ subevent: SubeventResult, layout: RangingStepLayout
  ) -> [RangingServerAction] {
    if let first = open.first, first.procedureCounter != subevent.procedureCounter { open = [] }
    open.append(subevent)
    guard subevent.procedureDone != .partial else { return [] }
    defer { open = [] }
    guard isSubscribed(.realTimeData) || isSubscribed(.onDemandData) else { return [] }
    var layout = layout
    layout.pathCount = Int(open.map(\.numAntennaPaths).max() ?? 0)
    let applied = faults.contains(.rasFilterIgnored) ? .everything : filter
    var data = RangingData(open, selectedTXPower: selectedTXPower, layout: layout, filter: applied)
    if firstCounter == nil { firstCounter = data.header.counter }
    if faults.contains(.rasCounterNotAdvanced), let firstCounter { data.header.counter = firstCounter }
    if faults.contains(.rasPathMaskWrong) { data.header.antennaPaths = layout.pathCount == 4 ? 4 : 0xF }
    if faults.contains(.rasStartEventMissing) {
      for index in data.subevents.indices { data.subevents[index].header.startACLConnEventCounter = 0 }
    }
    return keep(Record(counter: data.header.counter, body: data.encoded()))
  }

  /// Keeps a procedure, and tells the client or sends it.
  private mutating func keep(_ record: Record) -> [RangingServerAction] {
    if isSubscribed(.realTimeData) {
      records.append(record)
      return nextInRealTime()
    }
    let actions = makeRoom()
    guard usedCount < configuration.bufferCount else { return actions }
    records.append(record)
    return actions + told(.ready, record.counter)
  }

  /// The procedures that take room, whatever is done with them.
  private var usedCount: Int {
    records.count + (transfer == nil ? 0 : 1) + (unacknowledged == nil ? 0 : 1)
  }

  /// Drops the oldest procedure if there is no room for another; one that the client is at stays.
  private mutating func makeRoom() -> [RangingServerAction] {
    guard usedCount >= configuration.bufferCount, !records.isEmpty else { return [] }
    let oldest = records.removeFirst()
    return faults.contains(.rasOverwritingNotReported) ? [] : told(.overwritten, oldest.counter)
  }

  private func told(_ characteristic: RangingCharacteristic, _ counter: UInt16) -> [RangingServerAction] {
    let octets = [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)]
    return [.setValue(characteristic, octets)] + send(octets, characteristic)
  }

  // MARK: Real-time data

  /// Sends the oldest procedure. One that is being sent while too many wait is broken off.
  private mutating func nextInRealTime() -> [RangingServerAction] {
    if transfer != nil {
      guard usedCount > configuration.bufferCount else { return [] }
      transfer = nil
    }
    if records.count > configuration.bufferCount {
      records.removeFirst(records.count - configuration.bufferCount)
    }
    guard !records.isEmpty else { return [] }
    return begin(records.removeFirst(), on: .realTimeData)
  }

  // MARK: Transfers

  mutating func begin(
    _ record: Record, on characteristic: RangingCharacteristic, lost: ClosedRange<UInt8>? = nil
  ) -> [RangingServerAction] {
    var segments = RangingSegment.segments(
      of: record.body, mtu: faults.contains(.rasTruncatedAtDefaultMTU) ? 247 : mtu)
    if faults.contains(.rasLastSegmentFlagMissing) { segments[segments.count - 1].isLast = false }
    if faults.contains(.rasSegmentsOutOfOrder), segments.count > 1 {
      let place = min(1, segments.count - 2)
      segments.swapAt(place, place + 1)
    }
    var range = 0...segments.count - 1
    if let lost { range = Int(lost.lowerBound)...min(Int(lost.upperBound), segments.count - 1) }
    let next = lost != nil && faults.contains(.rasLostSegmentsFromStart) ? 0 : range.lowerBound
    transfer = Transfer(
      record: record, segments: segments, next: next, end: range.upperBound + 1,
      lost: lost.map { $0.lowerBound...UInt8(clamping: range.upperBound) }, characteristic: characteristic)
    return sendNextSegment()
  }

  private mutating func sendNextSegment() -> [RangingServerAction] {
    guard var current = transfer else { return [] }
    guard current.next < current.end else { return finish(current) }
    let octets = current.segments[current.next].encoded()
    current.next += 1
    transfer = current
    let actions = send(octets, current.characteristic)
    guard case .notify? = actions.first else { return actions }
    return actions + [wake(after: Self.segmentPause, .segment)]
  }

  private mutating func finish(_ ended: Transfer) -> [RangingServerAction] {
    transfer = nil
    guard ended.characteristic == .onDemandData else { return nextInRealTime() }
    unacknowledged = ended.record
    let counter = ended.record.counter
    let response: ControlPointResponse
    if let lost = ended.lost {
      response = .lostSegmentsComplete(counter: counter, first: lost.lowerBound, last: lost.upperBound)
    } else {
      response = .complete(counter: counter)
    }
    return [respond(response), wake(after: Self.acknowledgementTime, .acknowledgement)]
  }

  private mutating func wake(after time: Picoseconds, _ purpose: Timer.Purpose) -> RangingServerAction {
    serial += 1
    return .wake(after: time, Timer(purpose: purpose, serial: serial))
  }

  /// The value on its way, by what the client wants; nothing if it wants nothing.
  func send(_ octets: [UInt8], _ characteristic: RangingCharacteristic) -> [RangingServerAction] {
    let bits = subscriptions[Int(characteristic.rawValue)]
    guard bits & 3 != 0 else { return [] }
    var indicates = bits & 3 == 3 ? characteristic.prefersIndications : bits & 2 != 0
    if bits & 3 == 3 {
      if characteristic == .ready, faults.contains(.rasReadyNotifiedWhenBothBits) { indicates = false }
      if !characteristic.prefersIndications, faults.contains(.rasDataIndicatedWhenBothBits) {
        indicates = true
      }
    }
    return [indicates ? .indicate(characteristic, octets) : .notify(characteristic, octets)]
  }

  func respond(_ response: ControlPointResponse) -> RangingServerAction {
    .indicate(.controlPoint, response.encoded())
  }

  // MARK: What the client and the clock do

  /// The client configured a characteristic: bit 0 notifications, bit 1 indications.
  ///
  /// Who leaves a way of transfer leaves its data: what is kept and not sent is dropped.
  public mutating func subscriptionChanged(
    _ characteristic: RangingCharacteristic, bits: UInt16
  ) -> [RangingServerAction] {
    subscriptions[Int(characteristic.rawValue)] = bits
    if bits == 0, !characteristic.prefersIndications { forgetData() }
    let goesOn = faults.contains(.rasOldDataAfterReconnect) && transfer?.characteristic == characteristic
    return goesOn && bits != 0 ? sendNextSegment() : []
  }

  mutating func forgetData() {
    records = []
    transfer = nil
    unacknowledged = nil
    serial += 1
  }

  /// The client confirmed an indication.
  public mutating func confirmed(_ characteristic: RangingCharacteristic) -> [RangingServerAction] {
    guard transfer?.characteristic == characteristic else { return [] }
    return sendNextSegment()
  }

  /// A time that was asked for has come.
  public mutating func wake(_ timer: Timer) -> [RangingServerAction] {
    guard timer.serial == serial else { return [] }
    switch timer.purpose {
    case .segment: return sendNextSegment()
    case .acknowledgement:
      unacknowledged = nil
      return []
    }
  }
}
