/// A tone as a receiver measured it.
struct MeasuredTone {
  /// Before quantising, in PCT units.
  let re: Double
  let im: Double
  /// The two parts of the PCT, -2048 to 2047.
  var i: Int32
  var q: Int32

  /// The power of the PCT in PCT units squared.
  @inline(__always)
  var power: Double { Double(i &* i &+ q &* q) }

  /// The unit phasor of its phase; (1, 0) for a tone of no strength.
  @inline(__always)
  var phasor: (re: Double, im: Double) {
    let power = re * re + im * im
    if power == 0 { return (1, 0) }
    let scale = 1 / power.squareRoot()
    return (re * scale, im * scale)
  }
}
