internal import CoreTypes
internal import HCI
internal import NIOCore

/// The connection of a peer at a port, and the received data that is not yet reported.
///
/// Used by the thread of the loop alone.
final class Visit: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The limit of octets that wait for a peer that does not read.
  static let unreadLimit = 1 << 20

  let name: String
  /// Whether the port has reported the arrival.
  var isTold = false
  private(set) var end: String?
  /// Gone if the connection came while the port was closing.
  private weak var port: TransportPort?
  private var stream: H4Stream
  private var context: ChannelHandlerContext?
  private var buffer = ByteBuffer()
  /// Ends the visit of a host that begins a packet and falls silent.
  private var halfPacketEnd: Scheduled<Void>?
  private var isReadHeld = false
  private var isDrained = true

  init(_ name: String, at port: TransportPort) {
    self.name = name
    self.port = port
    stream = H4Stream(from: port.sender)
  }

  /// Takes what came next; once nothing has, reads on.
  func next() -> H4Stream.Element? {
    if let element = stream.next() { return element }
    isDrained = true
    awaitRest()
    if isReadHeld {
      isReadHeld = false
      context?.read()
    }
    return nil
  }

  /// Writes a packet in one piece, so that a host that takes one packet a read finds its border.
  func send(_ packet: HCIPacket) {
    guard let context, end == nil else { return }
    buffer.clear()
    buffer.writeBytes(packet.h4Encoded)
    context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    if !context.channel.isWritable {
      leave("does not read: more than \(Self.unreadLimit) octets wait")
    }
  }

  func leave(_ reason: String) {
    guard end == nil else { return }
    end = reason
    context?.close(promise: nil)
    port?.newsCame()
  }

  // MARK: Channel

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    halfPacketEnd?.cancel()
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    if let port { port.admit(self) } else { leave("closed here") }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard end == nil else { return }
    stream.append(unwrapInboundIn(data).readableBytesView)
    isDrained = false
    halfPacketEnd?.cancel()
    halfPacketEnd = nil
    port?.newsCame()
  }

  /// A host that holds a port with a packet that never ends keeps others out.
  private func awaitRest() {
    guard halfPacketEnd == nil, stream.holdsPart, let context, let limit = port?.halfPacketLimit else {
      return
    }
    let time = TimeAmount.nanoseconds(limit.rawValue / 1_000)
    halfPacketEnd = context.eventLoop.scheduleTask(in: time) { [weak self] in
      self?.leave("sent a part of a packet and then nothing")
    }
  }

  /// Reads no more until what came is taken.
  func read(context: ChannelHandlerContext) {
    if isDrained { context.read() } else { isReadHeld = true }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    leave(error.systemReason)
  }

  func channelInactive(context: ChannelHandlerContext) { leave("closed by the peer") }
}
