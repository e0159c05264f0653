internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Pages

/// Answers the requests of the page of a lab.
struct LabHandler: Sendable {
  /// The most octets of a change.
  private static let changeLimit = 1 << 16

  let engine: LabEngine

  /// The answer to a request whose path goes on with `place` behind the token.
  func response(to request: HTTPRequest, at place: String) async -> HTTPResponse {
    do {
      switch (request.method, place) {
      case (.GET, "lab"): return Self.file(await engine.page(), "text/html; charset=utf-8")
      case (.GET, "events"): return Self.events(await engine.subscribe())
      case (.GET, "profile.yaml"): return Self.file(await engine.profile(), "application/yaml")
      case (.GET, "environment.yaml"): return Self.file(try await engine.environment(), "application/yaml")
      case (.GET, "report.html"):
        return Self.file(try await engine.reportPage(), "text/html; charset=utf-8", isSaved: true)
      case (.GET, "capture.pcapng"): return try await capture()
      case (.POST, "change"):
        try await engine.change(LabChange(try await Self.body(of: request, limit: Self.changeLimit)))
      case (.POST, "recording"):
        let octets = try await Self.body(of: request, limit: LabEngine.recordingLimit)
        let name = request.query.first { $0.name == "name" }?.value ?? ""
        try await engine.open(
          [UInt8](octets), name: name.isEmpty ? "the recording" : String(name.prefix(200)))
      default: return Self.text("There is nothing here.", .notFound)
      }
      return HTTPResponse(statusCode: .noContent, headers: Self.headers)
    } catch let refusal as LabRefusal {
      return Self.text(refusal.reason, .badRequest)
    } catch {
      return Self.text("The request cannot be read.", .badRequest)
    }
  }

  private func capture() async throws -> HTTPResponse {
    let file = URL(fileURLWithPath: await engine.capturePath())
    var headers = Self.headers
    headers[.contentType] = "application/octet-stream"
    return HTTPResponse(statusCode: .ok, headers: headers, body: try HTTPBodySequence(file: file))
  }

  /// The octets of a request. Those beyond the limit are read and dropped: they are no request of their own.
  private static func body(of request: HTTPRequest, limit: Int) async throws -> Data {
    var octets = Data()
    var count = 0
    for try await part in request.bodySequence {
      count += part.count
      if count <= limit { octets.append(part) }
    }
    guard count <= limit else {
      throw LabRefusal("found \(count) octets, expected at most \(limit).")
    }
    return octets
  }

  private static let headers: HTTPHeaders = [
    HTTPHeader("Content-Security-Policy"): LabPage.policy + "; frame-ancestors 'none'",
    HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin", HTTPHeader("Cache-Control"): "no-store",
  ]

  static func text(_ text: String, _ status: HTTPStatusCode) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "text/plain; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }

  /// - Parameter isSaved: whether a browser saves it rather than shows it.
  private static func file(_ text: String, _ type: String, isSaved: Bool = false) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = type
    if isSaved { headers[HTTPHeader("Content-Disposition")] = "attachment" }
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(text.utf8))
  }

  private static func events(_ stream: AsyncStream<[UInt8]>) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "text/event-stream"
    return HTTPResponse(statusCode: .ok, headers: headers, body: HTTPBodySequence(from: EventOctets(stream)))
  }
}

/// The octets of a stream of events, one event after the other.
private struct EventOctets: AsyncBufferedSequence {
  typealias Element = UInt8

  let stream: AsyncStream<[UInt8]>

  init(_ stream: AsyncStream<[UInt8]>) { self.stream = stream }

  func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<[UInt8]>.Iterator
    private var rest: ArraySlice<UInt8> = []

    init(events: AsyncStream<[UInt8]>.Iterator) { self.events = events }

    mutating func next() async -> UInt8? {
      if rest.isEmpty { rest = await events.next()?[...] ?? [] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
      if rest.isEmpty {
        guard let event = await events.next() else { return nil }
        rest = event[...]
      }
      defer { rest = [] }
      return rest
    }
  }
}
