/// A value that a recording shows, with the frame that shows it.
public struct Seen<Value: Sendable>: Sendable {
  public var value: Value
  /// The number of the frame in its file, as Wireshark counts it, from 1.
  public var frame: Int

  /// Joins a value and its frame.
  public init(_ value: Value, frame: Int) {
    self.value = value
    self.frame = frame
  }
}

extension Seen: Equatable where Value: Equatable {}
extension Seen: Hashable where Value: Hashable {}

extension Optional {
  /// Takes what a frame shows; the frame stays that of the first showing while the value stays.
  mutating func see<Value: Equatable>(_ value: Value, _ frame: Int) where Wrapped == Seen<Value> {
    if self?.value != value { self = Seen(value, frame: frame) }
  }
}
