internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
public import Reports

/// Serves the page of a lab.
public struct LabServer: Sendable {
  /// Where it listens.
  public struct Address: Sendable {
    /// 0 for any that is free.
    public var port: UInt16
    /// Whether other computers may connect.
    public var allowsRemote: Bool

    public init(port: UInt16, allowsRemote: Bool) {
      self.port = port
      self.allowsRemote = allowsRemote
    }
  }

  /// Why it cannot listen.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let engine: LabEngine
  private let address: Address
  private let token: String

  /// Reads the files and opens the capture. Throws `DocumentErrors` or `CaptureError`.
  ///
  /// - Parameter token: a secret in the address of the page, without which the server refuses requests.
  public init(
    _ source: LabSource, _ opening: LabOpening, at address: Address, token: String, tool: ToolIdentity
  ) throws {
    engine = try LabEngine(source, opening, tool: tool)
    self.address = address
    self.token = token
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter isReady: called with the address of the page when it can be opened.
  /// - Throws: `Failure` if it cannot listen; `CaptureError` if the capture lacks frames, since they could not be
  ///   written.
  public func run(_ isReady: @Sendable (String) -> Void) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let routes = LabRoutes(engine: engine, token: token, allowsRemote: address.allowsRemote)
    do {
      let channel = try await Self.listen(at: address, on: group, routes)
      isReady("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\(token)/lab")
      await engine.run()
    } catch {
      try await group.shutdownGracefully()
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      throw Failure(description: "port \(address.port): \(reason)")
    }
    try await group.shutdownGracefully()
    if let failure = await engine.captureFailure { throw failure }
  }

  private static func listen(
    at address: Address, on group: MultiThreadedEventLoopGroup, _ routes: LabRoutes
  ) async throws -> any Channel {
    try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
          try channel.pipeline.syncOperations.addHandler(LabConnection(routes))
        }
      }
      .bind(host: address.allowsRemote ? "0.0.0.0" : "127.0.0.1", port: Int(address.port)).get()
  }
}

/// One connection: reads requests whole and writes their answers.
private final class LabConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let routes: LabRoutes
  private var request: LabRequest?
  private var answering: Task<Void, Never>?

  init(_ routes: LabRoutes) { self.routes = routes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head): request = LabRequest(head, port: context.channel.localAddress?.port ?? 0)
    case .body(let part): request?.append(part.readableBytesView)
    case .end:
      guard let whole = request else { return }
      request = nil
      answering = Self.answer(whole, by: routes, to: context.channel)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { answering?.cancel() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private static func answer(
    _ request: LabRequest, by routes: LabRoutes, to channel: any Channel
  ) -> Task<Void, Never> {
    Task { await write(await routes.answer(to: request), keepsAlive: request.keepsAlive, to: channel) }
  }

  /// Writes an answer part by part, each after the one before has left. Stops when the client disconnects.
  private static func write(_ answer: LabAnswer, keepsAlive: Bool, to channel: any Channel) async {
    var headers = HTTPHeaders(answer.headers)
    if case .octets(let octets) = answer.body, !octets.isEmpty {
      headers.add(name: "Content-Length", value: "\(octets.count)")
    }
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    func send(_ part: HTTPServerResponsePart) async throws { try await channel.writeAndFlush(part) }
    func send(_ octets: some Sequence<UInt8>) async throws {
      try await send(.body(.byteBuffer(channel.allocator.buffer(bytes: octets))))
    }
    do {
      let status = HTTPResponseStatus(statusCode: answer.status)
      try await send(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
      switch answer.body {
      case .octets(let octets): if !octets.isEmpty { try await send(octets) }
      case .file(let path):
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { try await send(part) }
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
      origin: head.headers.first(name: "Origin"), port: port, keepsAlive: head.isKeepAlive)
  }
}
