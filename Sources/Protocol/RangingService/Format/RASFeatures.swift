/// What a server of the Ranging Service can do beyond what is mandatory. [RAS 1.0, 3.1]
public struct RASFeatures: OptionSet, Hashable, Sendable {
  /// The value of the characteristic.
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Ranging data is sent as soon as it is there.
  public static let realTime = RASFeatures(rawValue: 1)
  /// Segments that got lost are sent again.
  public static let lostSegments = RASFeatures(rawValue: 2)
  /// A transfer can be stopped.
  public static let abort = RASFeatures(rawValue: 4)
  /// The client chooses the fields of a step.
  public static let filter = RASFeatures(rawValue: 8)
}
