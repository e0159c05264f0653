internal import CoreTypes
internal import Foundation

extension Duration {
  /// A span of the simulation.
  init(_ span: Picoseconds) {
    self.init(
      secondsComponent: span.rawValue / 1_000_000_000_000,
      attosecondsComponent: span.rawValue % 1_000_000_000_000 * 1_000_000)
  }
}

extension Picoseconds {
  /// A span of up to 106 days, to a picosecond.
  init(_ span: Duration) {
    let (seconds, attoseconds) = span.components
    precondition((0..<9_000_000).contains(seconds), "a span is between 0 and 9,000,000 s")
    self.init(seconds * 1_000_000_000_000 + attoseconds / 1_000_000)
  }
}

extension TimeInterval {
  init(_ span: Duration) { self = span / .seconds(1) }
}
