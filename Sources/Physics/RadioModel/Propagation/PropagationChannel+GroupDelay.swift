extension PropagationChannel {
  /// How much later than the direct path a packet's arrival is measured, in nanoseconds: the group delay of
  /// an antenna path at the channel's centre, at the start of the subevent.
  ///
  /// That is -d(arg h)/d(2 pi f) = Re(sum of a t e / sum of a e) with e = exp(-j 2 pi f t), which in a deep fade
  /// has no bound; the result is limited to the excess delays that there are.
  public func groupDelayNanoseconds(path: Int = 0, channel: Int) -> Double {
    let entry = path * ChannelResponse.channelCount + channel
    var sum = (re: echoes.responses.re[entry], im: echoes.responses.im[entry])
    var weighted = (re: echoes.weighted.re[entry], im: echoes.weighted.im[entry])
    let shortest = echoes.shortest[path]
    var longest = echoes.longest[path]
    if let ground {
      let (x, y) = place(at: 0)
      let length = paths.length(path, x: x, y: y)
      let delay = ground.excessMetres(overMetres: length) / Environment.speedOfLight * 1e9
      let ray = Self.groundRay(ground, metres: length, gigahertz: ChannelResponse.gigahertz(channel))
      sum.re += ray.re
      sum.im += ray.im
      weighted.re += ray.re * delay
      weighted.im += ray.im * delay
      longest = max(longest, delay)
    }
    let power = sum.re * sum.re + sum.im * sum.im
    guard power > 0 else { return 0 }
    let delay = (weighted.re * sum.re + weighted.im * sum.im) / power
    return delay < shortest ? shortest : delay < longest ? delay : longest
  }
}
