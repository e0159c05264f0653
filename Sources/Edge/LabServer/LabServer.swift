internal import FlyingFox
internal import FlyingSocks
internal import Foundation
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
  /// - Parameter token: a secret in the address of the page, without which the server tells nothing.
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
  /// - Throws: `Failure` if it cannot listen.
  public func run(_ isReady: @escaping @Sendable (String) -> Void) async throws {
    let guarded = LabGate(token: token, allowsRemote: address.allowsRemote, next: LabHandler(engine: engine))
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try sockaddr_in.inet(
          ip4: address.allowsRemote ? "0.0.0.0" : "127.0.0.1", port: address.port),
        timeout: 60, logger: .disabled), handler: guarded)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
        } catch is CancellationError {
          return
        } catch {
          if Task.isCancelled { return }
          throw Failure(description: "port \(address.port): \(Self.reason(error))")
        }
      }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return }
        await guarded.open(on: port)
        isReady("http://127.0.0.1:\(port)/\(token)/lab")
        await engine.run()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension LabServer {
  fileprivate static func reason(_ error: any Error) -> String {
    if case SocketError.failed(_, _, let message) = error { message } else { "\(error)" }
  }
}

/// Lets nobody in who does not know the token, or whom another page sends.
private actor LabGate: HTTPHandler {
  private let token: String
  private let allowsRemote: Bool
  private let next: LabHandler
  private var hosts: Set<String> = []

  init(token: String, allowsRemote: Bool, next: LabHandler) {
    self.token = token
    self.allowsRemote = allowsRemote
    self.next = next
  }

  func open(on port: UInt16) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.headers[.host] ?? ""
    guard allowsRemote || hosts.contains(host) else {
      return try await refusal(of: request, .forbidden, "host")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      return try await refusal(of: request, .forbidden, "origin")
    }
    let start = "/\(token)/"
    guard request.path.hasPrefix(start) else { return try await refusal(of: request, .notFound, "address") }
    return await next.response(to: request, at: String(request.path.dropFirst(start.count)))
  }

  /// Reads what the request still has, so that it is not taken for another one.
  private func refusal(
    of request: HTTPRequest, _ status: HTTPStatusCode, _ what: String
  ) async throws -> HTTPResponse {
    for try await _ in request.bodySequence {}
    return LabHandler.text("Wrong \(what).", status)
  }
}
