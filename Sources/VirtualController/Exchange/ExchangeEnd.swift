public import RadioModel

/// One end of the link as the exchange needs it.
public struct ExchangeEnd: Hashable, Sendable {
  /// Times of its steps.
  public var timing: ExchangeTiming
  /// Its clock, which is also the source of its carrier.
  public var clock: DeviceClock
  /// Its analogue side.
  public var radio: RadioParameters

  /// Makes an end.
  public init(timing: ExchangeTiming, clock: DeviceClock = DeviceClock(), radio: RadioParameters = .init()) {
    self.timing = timing
    self.clock = clock
    self.radio = radio
  }
}
