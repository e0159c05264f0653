package import Capture
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
package import Reports

package struct LabServer: Sendable {
  package struct Address: Sendable {
    /// 0 for any that is free.
    package var port: UInt16
    /// Whether other computers may connect.
    package var allowsRemote: Bool

    package init(port: UInt16, allowsRemote: Bool) {
      self.port = port
      self.allowsRemote = allowsRemote
    }
  }

  /// Why it cannot serve, or has not kept everything.
  package enum Failure: Error, CustomStringConvertible {
    case cannotListen(port: UInt16, reason: String)
    /// The capture lacks frames, since they could not be written.
    case captureIncomplete(CaptureError)

    package var description: String {
      switch self {
      case .cannotListen(let port, let reason):
        "found port \(port): \(reason), expected a port to listen on; choose another with --port."
      case .captureIncomplete(let error): "the capture is not complete: \(error)"
      }
    }
  }

  private let source: LabSource
  private let opening: LabOpening
  private let address: Address
  private let token: String
  private let tool: ToolIdentity

  /// - Parameter token: a secret in the address of the page, without which the server refuses requests.
  package init(
    _ source: LabSource, _ opening: LabOpening, at address: Address, token: String, tool: ToolIdentity
  ) {
    self.source = source
    self.opening = opening
    self.address = address
    self.token = token
    self.tool = tool
  }

  /// Listens, then reads the files and opens the capture, and serves until the task is cancelled.
  ///
  /// - Parameter isReady: called when the page can be opened, with its address and those for other computers. If it
  ///   throws, the server ends with that error.
  /// - Throws: `Failure`; `DocumentErrors` or `CaptureError` if a file cannot be read or the capture not be opened.
  package func run(_ isReady: @Sendable (String, [String]) throws -> Void) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      try await serve(on: group, isReady)
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  private func serve(
    on group: MultiThreadedEventLoopGroup, _ isReady: @Sendable (String, [String]) throws -> Void
  )
    async throws
  {
    let routes = group.next().makePromise(of: LabRoutes.self)
    let connections = LabConnections()
    let channel: any Channel
    do {
      channel = try await listen(on: group, routes.futureResult, connections)
    } catch {
      routes.fail(error)
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      throw Failure.cannotListen(port: address.port, reason: reason)
    }
    let engine: LabEngine
    do {
      engine = try LabEngine(source, opening, tool: tool)
    } catch {
      routes.fail(error)
      throw error
    }
    routes.succeed(LabRoutes(engine: engine, token: token, allowsRemote: address.allowsRemote))
    let place = ":\(channel.localAddress?.port ?? 0)/\(token)/lab"
    try isReady("http://127.0.0.1" + place, try remoteHosts().map { "http://" + $0 + place })
    await engine.run()
    try await channel.close()
    try await connections.close()
    if let failure = await engine.captureFailure { throw Failure.captureIncomplete(failure) }
  }

  /// The IPv4 addresses under which other computers find this one; none unless they may connect.
  private func remoteHosts() throws -> [String] {
    guard address.allowsRemote else { return [] }
    let hosts = try System.enumerateDevices().compactMap(\.address).filter { $0.protocol == .inet }
    return hosts.compactMap(\.ipAddress).filter { !$0.hasPrefix("127.") }
  }

  /// - Parameter routes: those of all connections, which wait for them.
  private func listen(
    on group: MultiThreadedEventLoopGroup, _ routes: EventLoopFuture<LabRoutes>,
    _ connections: LabConnections
  ) async throws -> any Channel {
    try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        guard connections.add(channel) else {
          return channel.eventLoop.makeFailedFuture(LabRefusal("Found more connections than the lab takes."))
        }
        return routes.flatMapThrowing { routes in
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
          try channel.pipeline.syncOperations.addHandler(
            IdleStateHandler(allTimeout: LabConnection.idleTimeout))
          try channel.pipeline.syncOperations.addHandler(LabConnection(routes, connections))
        }
      }
      .bind(host: address.allowsRemote ? "0.0.0.0" : "127.0.0.1", port: Int(address.port)).get()
  }
}

/// One connection: reads requests whole and writes their answers.
private final class LabConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  /// How long a connection without a request may be silent.
  static let idleTimeout = TimeAmount.seconds(60)

  private let routes: LabRoutes
  private let connections: LabConnections
  private var request: LabRequest?
  private var answering: Task<Void, Never>?

  init(_ routes: LabRoutes, _ connections: LabConnections) {
    self.routes = routes
    self.connections = connections
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      let begun = LabRequest(head, port: context.channel.localAddress?.port ?? 0)
      if let refusal = routes.refusal(of: begun) {
        answer(on: context.channel) { channel in
          await Self.write(refusal, to: begun, keepsAlive: false, on: channel)
        }
      } else {
        request = begun
        request?.limit = routes.limit(of: begun)
      }
    case .body(let part): request?.append(part.readableBytesView)
    case .end:
      guard let whole = request else { return }
      request = nil
      answer(on: context.channel) { [routes] channel in
        let answer = await routes.answer(to: whole)
        await Self.write(answer, to: whole, keepsAlive: whole.keepsAlive, on: channel)
      }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent, !connections.isAnswering(context.channel) {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) { answering?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(on channel: any Channel, _ body: @escaping @Sendable (any Channel) async -> Void) {
    answering = connections.answer(on: channel) { await body(channel) }
  }

  /// Writes an answer part by part, each after the one before has left. Stops when the client disconnects.
  private static func write(
    _ answer: LabAnswer, to request: LabRequest, keepsAlive: Bool, on channel: any Channel
  ) async {
    var headers = HTTPHeaders(answer.headers)
    if case .octets(let octets) = answer.body, !octets.isEmpty {
      headers.add(name: "Content-Length", value: "\(octets.count)")
    }
    // The end of the connection ends what has no length and is not in chunks.
    let hasLength = if case .octets = answer.body { true } else { false }
    let hasEnd = hasLength || !(request.isHTTP10 || request.isHead)
    let keepsAlive = keepsAlive && hasEnd
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    func send(_ part: HTTPServerResponsePart) async throws { try await channel.writeAndFlush(part) }
    func send(_ octets: some Sequence<UInt8>) async throws {
      try await send(.body(.byteBuffer(channel.allocator.buffer(bytes: octets))))
    }
    do {
      let status = HTTPResponseStatus(statusCode: answer.status)
      let version = hasEnd ? HTTPVersion.http1_1 : .http1_0
      try await send(.head(HTTPResponseHead(version: version, status: status, headers: headers)))
      switch answer.body {
      case _ where request.isHead: break
      case .octets(let octets): if !octets.isEmpty { try await send(octets) }
      case .files(let files):
        for file in files {
          while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { try await send(part) }
        }
      case .events(let events): for await event in events { try await send(event) }
      }
      try await send(.end(nil))
      if !keepsAlive { try await channel.close() }
    } catch {
      channel.close(promise: nil)
    }
  }
}

extension LabRequest {
  fileprivate init(_ head: HTTPRequestHead, port: Int) {
    self.init(
      method: head.method.rawValue, target: head.uri, host: head.headers.first(name: "Host") ?? "",
      origin: head.headers.first(name: "Origin"), port: port, keepsAlive: head.isKeepAlive,
      isHTTP10: head.version == .http1_0)
  }
}
