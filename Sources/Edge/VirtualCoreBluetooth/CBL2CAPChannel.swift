public import Foundation
internal import HostStack
internal import PhoneSystem
internal import VirtualPhone

/// The number by which an L2CAP channel is requested.
public typealias CBL2CAPPSM = UInt16

/// A connection-oriented channel to a peripheral: a stream of octets each way.
///
/// The app keeps the channel, which is closed with its last reference, and schedules and opens its streams. A stream has
/// events while it is scheduled in a run loop. They come on the queue of the manager, whichever run loop that is.
open class CBL2CAPChannel: NSObject {
  // The types are those of the SDK.
  /// The device at the other end.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public let peer: CBPeer!
  /// What the device sends.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public let inputStream: InputStream!
  /// What the device gets.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public let outputStream: OutputStream!
  /// The number by which the channel was requested.
  public let psm: CBL2CAPPSM
  private let input: ChannelInput
  private let output: ChannelOutput

  init(_ channel: ClientChannel, of peripheral: CBPeripheral) {
    input = ChannelInput(ChannelSide(channel, of: peripheral))
    output = ChannelOutput(ChannelSide(channel, of: peripheral))
    (peer, psm) = (peripheral, channel.spsm.rawValue)
    (inputStream, outputStream) = (input, output)
  }

  deinit {
    let side = input.side
    guard let client = side.peripheral.client else { return }
    side.peripheral.world.postpone(for: client) { [channel = side.channel] in $0.close(channel) }
  }

  /// Learns of an event, and gives the calls of the streams' delegates.
  func callback(for event: ChannelEvent) -> () -> Void {
    switch event {
    case .received(let octets): input.take(octets)
    case .ready: { [output] in output.side.tell(.hasSpaceAvailable, output) }
    case .closed:
      { [input, output] in
        input.end()
        output.side.end(output)
      }
    }
  }
}

/// A run loop with a mode, in which a stream is scheduled.
private struct Schedule: Hashable {
  private let runLoop: ObjectIdentifier
  private let mode: RunLoop.Mode

  init(_ runLoop: RunLoop, _ mode: RunLoop.Mode) {
    (self.runLoop, self.mode) = (ObjectIdentifier(runLoop), mode)
  }
}

/// What both streams of a channel have: whose they are, how far they are, and their delegate.
private final class ChannelSide {
  let channel: ClientChannel
  let peripheral: CBPeripheral
  weak var delegate: (any StreamDelegate)?
  private var state = Stream.Status.notOpen
  /// Whether the stream carries nothing any more. An app that opens it later gets its end as the next event.
  private var hasEnded = false
  private var schedules: Set<Schedule> = []
  /// The events that wait until the stream is scheduled, each once, the oldest first.
  private var waiting: [Stream.Event] = []

  init(_ channel: ClientChannel, of peripheral: CBPeripheral) {
    (self.channel, self.peripheral) = (channel, peripheral)
  }

  var status: Stream.Status { peripheral.world.gate.withLock { state } }

  /// Takes the gate and the client; nil when the manager is gone.
  func withClient<Value>(_ body: (CentralClient) -> Value) -> Value? {
    peripheral.world.gate.withLock { peripheral.client.map(body) }
  }

  func open(_ stream: Stream) {
    peripheral.world.gate.withLock {
      guard state == .notOpen else { return }
      state = .open
      post(.openCompleted, stream)
      if hasEnded { postEnd(of: stream) }
    }
  }

  func close() {
    peripheral.world.gate.withLock { state = .closed }
    _ = withClient { $0.close(channel) }
  }

  func schedule(_ stream: Stream, in schedule: Schedule) {
    peripheral.world.gate.withLock {
      schedules.insert(schedule)
      let events = waiting
      waiting = []
      for event in events {
        peripheral.post { [weak self, weak stream] _ in if let self, let stream { report(event, stream) } }
      }
    }
  }

  func remove(from schedule: Schedule) {
    peripheral.world.gate.withLock { _ = schedules.remove(schedule) }
  }

  /// Reports an event to the delegate on the manager's queue.
  func post(_ event: Stream.Event, _ stream: Stream) {
    peripheral.post { [weak self, weak stream] _ in if let self, let stream { tell(event, stream) } }
  }

  /// Ends the stream on the manager's queue.
  func postEnd(of stream: Stream) {
    peripheral.post { [weak self, weak stream] _ in if let self, let stream { end(stream) } }
  }

  /// Tells the delegate, if the stream is open.
  func tell(_ event: Stream.Event, _ stream: Stream) {
    if status == .open { report(event, stream) }
  }

  /// Calls the delegate, now or once the stream is scheduled.
  private func report(_ event: Stream.Event, _ stream: Stream) {
    let isScheduled = peripheral.world.gate.withLock {
      if schedules.isEmpty, !waiting.contains(event) { waiting.append(event) }
      return !schedules.isEmpty
    }
    if isScheduled { delegate?.stream(stream, handle: event) }
  }

  /// The stream carries nothing any more.
  func end(_ stream: Stream) {
    let wasOpen = peripheral.world.gate.withLock {
      hasEnded = true
      guard state == .open else { return false }
      state = .atEnd
      return true
    }
    if wasOpen { report(.endEncountered, stream) }
  }
}

/// The octets that came on a channel.
private final class ChannelInput: InputStream {
  let side: ChannelSide
  /// The SDUs that the app has not read to their ends, the oldest first.
  private var sdus: [ArraySlice<UInt8>] = []
  /// Whether the channel is closed, so that the stream ends with these SDUs.
  private var isLast = false

  init(_ side: ChannelSide) {
    self.side = side
    super.init(data: Data())
  }

  override var delegate: (any StreamDelegate)? {
    get { side.delegate }
    set { side.delegate = newValue }
  }

  override var streamStatus: Stream.Status { side.status }

  override var hasBytesAvailable: Bool { side.peripheral.world.gate.withLock { !sdus.isEmpty } }

  override func open() {
    side.open(self)
    if hasBytesAvailable { side.post(.hasBytesAvailable, self) }
  }

  override func close() { side.close() }

  /// Reads what is there, -1 if the stream is not open; the accessory may send as many SDUs more as were read to their
  /// ends.
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    guard [.open, .atEnd].contains(side.status) else { return -1 }
    return side.withClient { client in
      var count = 0
      while count < length, let first = sdus.first {
        let part = first.prefix(length - count)
        for octet in part {
          buffer[count] = octet
          count += 1
        }
        sdus[0] = first.dropFirst(part.count)
        if sdus[0].isEmpty {
          sdus.removeFirst()
          client.consume(on: side.channel)
        }
      }
      if !sdus.isEmpty {
        side.post(.hasBytesAvailable, self)
      } else if isLast {
        side.postEnd(of: self)
      }
      return count
    } ?? 0
  }

  /// The octets stay where they are, so there is no buffer to lend.
  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
  ) -> Bool { false }

  override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.schedule(self, in: Schedule(runLoop, mode))
  }

  override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.remove(from: Schedule(runLoop, mode))
  }

  /// The channel is closed; what came before can still be read.
  func end() {
    side.peripheral.world.gate.withLock { isLast = true }
    if !hasBytesAvailable { side.end(self) }
  }

  /// Keeps an SDU, and gives the call of the delegate.
  func take(_ octets: [UInt8]) -> () -> Void {
    guard !octets.isEmpty else {
      _ = side.withClient { $0.consume(on: side.channel) }
      return {}
    }
    sdus.append(octets[...])
    return { [self] in side.tell(.hasBytesAvailable, self) }
  }
}

/// The octets that go out on a channel.
private final class ChannelOutput: OutputStream {
  let side: ChannelSide

  init(_ side: ChannelSide) {
    self.side = side
    super.init(toMemory: ())
  }

  /// Required of each output stream, and called by nobody: this class is not public.
  required init(toMemory: ()) { preconditionFailure("this stream writes to a channel") }

  override var delegate: (any StreamDelegate)? {
    get { side.delegate }
    set { side.delegate = newValue }
  }

  override var streamStatus: Stream.Status { side.status }

  override var hasSpaceAvailable: Bool {
    side.status == .open && side.withClient { $0.hasRoom(on: side.channel) } ?? false
  }

  override func open() {
    side.open(self)
    side.post(.hasSpaceAvailable, self)
  }

  override func close() { side.close() }

  /// Takes as many octets as one SDU has, if there is room; 0 if there is none, -1 if the stream is not open.
  override func write(_ buffer: UnsafePointer<UInt8>, maxLength length: Int) -> Int {
    guard side.status == .open else { return -1 }
    return side.withClient { client in
      guard client.hasRoom(on: side.channel), length > 0 else { return 0 }
      let count = min(length, side.channel.maximumLength)
      client.send(Array(UnsafeBufferPointer(start: buffer, count: count)), on: side.channel)
      if client.hasRoom(on: side.channel) { side.post(.hasSpaceAvailable, self) }
      return count
    } ?? -1
  }

  override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.schedule(self, in: Schedule(runLoop, mode))
  }

  override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.remove(from: Schedule(runLoop, mode))
  }
}

extension CBPeripheral {
  /// Opens a channel; `peripheral(_:didOpen:error:)` reports it.
  public func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    request { client, finish in
      client.openChannel(SPSM(rawValue: PSM), to: accessory) { [weak self] result in
        // It is there before the app hears of it, for what the accessory sends at once.
        let channel = self?.adopt(result.value)
        finish(result) { peripheral, result in
          peripheral.delegate?.peripheral(peripheral, didOpen: channel, error: result.error)
        }
      }
    }
  }

  private func adopt(_ opened: ClientChannel?) -> CBL2CAPChannel? {
    guard let opened else { return nil }
    let channel = CBL2CAPChannel(opened, of: self)
    channels[opened] = KeptChannel(channel: channel)
    return channel
  }
}

/// A channel that the app keeps.
struct KeptChannel {
  weak var channel: CBL2CAPChannel?
}
