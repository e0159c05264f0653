/// What a server does wrong, for the faults of a self-test.
public struct RangingDeviations: Hashable, Sendable {
  /// The second segment of a body is sent before the first that follows it.
  public var swapsSegments = false
  /// The last segment is not marked.
  public var omitsLastFlag = false
  /// Ranging data has the counter of the first, whatever its procedure.
  public var keepsCounter = false
  /// An acknowledgement is answered with success, and the data is kept.
  public var ignoresAcknowledgement = false
  /// Ready is notified where the client enabled both.
  public var notifiesReadyUnderBoth = false
  /// Ranging data is indicated where the client enabled both.
  public var indicatesDataUnderBoth = false
  /// Nothing tells that data was overwritten.
  public var hidesOverwriting = false
  /// Segments are as long as an ATT_MTU of 247 allows, whatever the link's, and cut by the link.
  public var ignoresMTU = false
  /// A filter is accepted and not applied.
  public var ignoresFilter = false
  /// Reserved opcodes are called invalid parameters.
  public var refusesOpcodesAsParameters = false
  /// An abort is answered with success, and the transfer goes on.
  public var ignoresAbort = false
  /// Lost segments are sent again from the first, whatever was asked for.
  public var resendsFromStart = false
  /// A counter that is not there is called an invalid parameter.
  public var refusesCountersAsParameters = false
  /// The header says that all four antenna paths are reported.
  public var masksAllPaths = false

  /// Data outlives the link, and what was being sent goes on with the next subscription.
  public var keepsDataOverDisconnection = false

  public init() {}
}
