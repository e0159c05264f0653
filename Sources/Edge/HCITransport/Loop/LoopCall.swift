internal import Dispatch
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// A call that another thread makes while this one waits for its result.
///
/// Only one thread at a time touches it: the waiting one sleeps until the other has let go of the body.
final class LoopCall<Result>: @unchecked Sendable {
  private var body: (() -> Result)?
  private var result: Result?
  private let end = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Result) { self.body = body }

  func make() {
    result = body?()
    body = nil
    end.signal()
  }

  func wait() -> Result {
    end.wait()
    guard let result else { preconditionFailure("the call is made once") }
    return result
  }
}

/// Calls back from an event loop after the loop has looked at its sockets.
///
/// A loop that is given tasks, or timers that are due, goes on with those before it looks at a socket
/// again; work that always has a next piece would keep it from them for ever. So the bell is a socket
/// itself: it is rung by an octet, which the loop finds where it finds those of the others.
final class LoopBell: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer

  /// What to call; set before the first ring.
  var rang: () -> Void = {}
  private let cord: Int32
  private var isRinging = false

  /// Hangs the bell up in the only loop of `group`.
  init(in group: MultiThreadedEventLoopGroup) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let status = socketpair(AF_UNIX, kind, 0, &pair)
    precondition(status == 0, "the process has no descriptor left: \(SerialLine.systemReason())")
    cord = pair[0]
    ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(self) }
      }
      .withConnectedSocket(pair[1])
      .whenFailure { error in preconditionFailure("a loop serves a socket pair: \(error)") }
  }

  deinit { close(cord) }

  /// Has `rang` called once the sockets had their turn; to be called on the thread of the loop.
  func ring() {
    guard !isRinging else { return }
    isRinging = true
    // One octet at most is on its way, so there is always room for it.
    _ = write(cord, [1], 1)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isRinging = false
    rang()
  }
}
