internal import Glibc
internal import HCI
internal import NIOCore
internal import NIOPosix

extension TransportPort {
  /// The octets that the system keeps of a visitor whose octets nobody takes.
  private static let receiveBuffer: ChannelOptions.Types.SocketOption.Value = 131_072
  private static let pieceLength = 16_384

  /// Opens the address, from the owner's thread.
  func open() throws(TransportError) {
    switch address {
    case .tcp(.listening, let host, let port):
      try listen { $0.bind(host: host, port: Int(port)) }
      if let chosen = channel?.localAddress?.port {
        address = .tcp(.listening, host: host, port: UInt16(chosen))
      }
    case .tcp(.connecting, let host, let port): try connect { $0.connect(host: host, port: Int(port)) }
    case .unix(.listening, let path):
      try removeStaleSocket(at: path)
      try listen { $0.bind(unixDomainSocketPath: path) }
      cleanUp = { unlink(path) }
    case .unix(.connecting, let path): try connect { $0.connect(unixDomainSocketPath: path) }
    case .pseudoTerminal(let link): try openPseudoTerminal(link: link)
    case .serial(let path, let baud, let hasFlowControl):
      let line = try SerialLine.open(path, baud: baud, hasFlowControl: hasFlowControl, for: address)
      relay = TerminalRelay(line, of: nil) { self.adopt($0, from: path) }
    }
  }

  private func listen(
    _ bind: (ServerBootstrap) -> EventLoopFuture<any Channel>
  ) throws(TransportError) {
    let bootstrap = ServerBootstrap(group: loop.group)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // One at a time, so that the end of one is seen before the next has to be refused.
      .serverChannelOption(.maxMessagesPerRead, value: 1)
      .serverChannelOption(.socketOption(.so_rcvbuf), value: Self.receiveBuffer)
      .childChannelInitializer { channel in self.prepare(channel, from: channel.visitorName) }
    do {
      channel = try bind(bootstrap).wait()
    } catch {
      throw .system(address, reason: error.systemReason)
    }
  }

  private func connect(
    _ connect: (ClientBootstrap) -> EventLoopFuture<any Channel>
  ) throws(TransportError) {
    let name = "\(address)"
    let bootstrap = ClientBootstrap(group: loop.group)
      .channelOption(.socketOption(.so_rcvbuf), value: Self.receiveBuffer)
      .channelInitializer { channel in self.prepare(channel, from: name) }
    do {
      _ = try connect(bootstrap).wait()
    } catch {
      throw .system(address, reason: error.systemReason)
    }
  }

  private func openPseudoTerminal(link: String?) throws(TransportError) {
    let terminal = try PseudoTerminal(link: link, for: address)
    terminalPath = terminal.path
    log("\(address): hosts open \(link ?? terminal.path)")
    relay = TerminalRelay(terminal.descriptor, of: terminal) { self.adopt($0, from: terminal.path) }
    cleanUp = { terminal.removeLink() }
  }

  /// Serves a socket that a relay made.
  private func adopt(_ socket: Int32, from name: String) {
    ClientBootstrap(group: loop.group)
      .channelInitializer { channel in self.prepare(channel, from: name) }
      .withConnectedSocket(socket)
      .whenFailure { _ in Glibc.close(socket) }
  }

  private func prepare(_ channel: any Channel, from name: String) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let options = channel.syncOptions else { return }
      if channel.remoteAddress?.port != nil { try options.setOption(.tcpOption(.tcp_nodelay), value: 1) }
      try options.setOption(.maxMessagesPerRead, value: 1)
      try options.setOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.pieceLength))
      try options.setOption(
        .writeBufferWaterMark, value: .init(low: Visit.unreadLimit / 2, high: Visit.unreadLimit))
      try channel.pipeline.syncOperations.addHandler(Visit(name, at: self))
    }
  }

  /// Makes way for a socket where one lies on which nobody listens any more.
  private func removeStaleSocket(at path: String) throws(TransportError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(address, by: "a file") }
    let probe = ClientBootstrap(group: loop.group).connect(unixDomainSocketPath: path)
    do {
      let channel = try probe.wait()
      channel.close(promise: nil)
    } catch {
      unlink(path)
      return
    }
    throw .occupied(address, by: "another process")
  }
}

extension Channel {
  /// The address of the connected peer.
  fileprivate var visitorName: String {
    guard let address = remoteAddress, let host = address.ipAddress, let port = address.port else {
      return TransportAddress.localVisitor
    }
    return TransportAddress.visitor(host: host, port: "\(port)")
  }
}

extension Error {
  /// What the system says of a connection that failed.
  var systemReason: String {
    switch self {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as NIOConnectionError:
      error.connectionErrors.first?.error.systemReason ?? "the name \(error.host) has no address"
    case let error as SocketAddressError: "\(error)"
    case let error as ChannelError where error.isTimeout: "nobody answers"
    default: "\(self)"
    }
  }
}

extension ChannelError {
  fileprivate var isTimeout: Bool { if case .connectTimeout = self { true } else { false } }
}
