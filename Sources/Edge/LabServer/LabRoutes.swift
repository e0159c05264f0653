internal import Foundation
internal import Pages

struct LabRequest: Sendable {
  /// As `POST`; that of `HEAD` is `GET`, whose answer has no body then.
  let method: String
  let isHead: Bool
  /// Path and query as they came.
  let target: String
  let host: String
  let origin: String?
  let port: Int
  let keepsAlive: Bool
  /// Whether the client does not understand chunks, so that the end of the connection ends an answer without a length.
  let isHTTP10: Bool
  /// The most octets of the body that are kept; what is beyond is counted.
  var limit = 0
  private(set) var octets: [UInt8] = []
  private(set) var octetCount = 0

  init(
    method: String, target: String, host: String, origin: String?, port: Int, keepsAlive: Bool, isHTTP10: Bool
  ) {
    isHead = method == "HEAD"
    self.method = isHead ? "GET" : method
    self.target = target
    self.host = host
    self.origin = origin
    self.port = port
    self.keepsAlive = keepsAlive && !isHTTP10
    self.isHTTP10 = isHTTP10
  }

  mutating func append(_ part: some Collection<UInt8>) {
    octetCount += part.count
    if octetCount <= limit { octets += part }
  }

  /// The body. Throws `LabRefusal` if it has more than `limit` octets.
  func body() throws(LabRefusal) -> [UInt8] {
    guard octetCount <= limit else {
      throw LabRefusal("found \(octetCount) octets, expected at most \(limit).")
    }
    return octets
  }
}

struct LabAnswer: Sendable {
  enum Body: Sendable {
    case octets([UInt8])
    /// The present content of open files, one after another.
    case files([FileHandle])
    /// Events until the client disconnects.
    case events(AsyncStream<[UInt8]>)
  }

  let status: Int
  let headers: [(String, String)]
  let body: Body

  init(_ status: Int, _ type: String, _ body: Body, isSaved: Bool = false) {
    self.status = status
    self.body = body
    headers =
      [
        ("Content-Type", type), ("Content-Security-Policy", LabPage.policy + "; frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
      ] + (isSaved ? [("Content-Disposition", "attachment")] : [])
  }

  static func text(_ text: String, _ status: Int) -> LabAnswer {
    LabAnswer(status, "text/plain; charset=utf-8", .octets(Array(text.utf8)))
  }

  /// - Parameter isSaved: whether a browser saves it rather than shows it.
  static func document(_ text: String, _ type: String, isSaved: Bool = false) -> LabAnswer {
    LabAnswer(200, type, .octets(Array(text.utf8)), isSaved: isSaved)
  }
}

/// Answers requests. It refuses those without the token, for another host, or from a page of another origin.
struct LabRoutes: Sendable {
  private static let changeLimit = 1 << 16
  private static let recordingLimit = 64 << 20

  let engine: LabEngine
  let token: String
  let allowsRemote: Bool

  /// Why nothing of a request is read beyond its head; nil for one that is read.
  func refusal(of request: LabRequest) -> LabAnswer? {
    // A browser leaves out the port that HTTP has anyway.
    let ports = [":\(request.port)"] + (request.port == 80 ? [""] : [])
    let hosts = ["127.0.0.1", "localhost"].flatMap { host in ports.map { host + $0 } }
    guard allowsRemote || hosts.contains(request.host.lowercased()) else {
      return .text(
        "Found the host '\(request.host)', expected \(hosts[0]). Open the address that the lab printed; the port must"
          + " be the same where it is forwarded. With --allow-remote the lab takes every host.", 403)
    }
    if let origin = request.origin, origin != "http://\(request.host)" {
      return .text("Found a request of '\(origin)', expected one of the lab's own page.", 403)
    }
    return request.target.hasPrefix(start)
      ? nil : .text("Found an address without the token of this lab. Open the address that it printed.", 404)
  }

  /// The most octets of the body of a request that is not refused.
  func limit(of request: LabRequest) -> Int {
    request.target.hasPrefix(start + "recording") ? Self.recordingLimit : Self.changeLimit
  }

  private var start: String { "/\(token)/" }

  /// Answers a whole request that is not refused.
  func answer(to request: LabRequest) async -> LabAnswer {
    let parts = request.target.dropFirst(start.count)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    do {
      return try await answer(
        to: request, at: String(parts[0]), query: parts.dropFirst().first.map(String.init))
    } catch {
      return .text(error.reason, error.status)
    }
  }

  private func answer(
    to request: LabRequest, at place: String, query: String?
  ) async throws(LabRefusal) -> LabAnswer {
    let page = "text/html; charset=utf-8"
    switch "\(request.method) \(place)" {
    case "GET lab": return .document(await engine.page(), page)
    case "GET events": return LabAnswer(200, "text/event-stream", .events(await engine.subscribe()))
    case "GET profile.yaml": return .document(await engine.profile(), "application/yaml")
    case "GET environment.yaml": return .document(try await engine.environment(), "application/yaml")
    case "GET report.html": return .document(try await engine.reportPage(), page, isSaved: true)
    case "GET capture.pcapng":
      return LabAnswer(200, "application/octet-stream", .files(try await engine.capture()))
    case "POST change": return .text("\(try await engine.change(try request.body()))", 200)
    case "POST recording":
      let name = Self.name(query)
      try await engine.open(
        try request.body(), name: name.isEmpty ? "the recording" : name)
    default: return .text("There is nothing here.", 404)
    }
    return LabAnswer(204, "text/plain; charset=utf-8", .octets([]))
  }

  /// The value of `name=` in a query, in at most 200 characters.
  private static func name(_ query: String?) -> String {
    let fields = (query ?? "").split(separator: "&")
    let value = fields.first { $0.hasPrefix("name=") }?.dropFirst("name=".count)
    return String((value.map(String.init)?.removingPercentEncoding ?? "").prefix(200))
  }
}
