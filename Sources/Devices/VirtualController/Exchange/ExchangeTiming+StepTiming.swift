public import ChannelSounding

extension ExchangeTiming {
  /// The times of a configuration as its step timing has them.
  /// - Parameter rttType: RTT_Type, 0 to 6.
  public init(_ timing: StepTiming, rttType: UInt8) {
    self.init()
    tFCS = timing.tFCS
    tIP1 = timing.tIP1
    tIP2 = timing.tIP2
    tPM = timing.tPM
    tSW = timing.tSW
    tSY = timing.tSYMode0
    tSYSequence = timing.tSY
    pathCount = timing.antennaPaths
    hasSounding = rttType == 1 || rttType == 2
  }
}
