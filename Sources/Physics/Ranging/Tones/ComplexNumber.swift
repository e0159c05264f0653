/// A complex number.
struct ComplexNumber: Sendable {
  static let zero = ComplexNumber(re: 0, im: 0)
  static let one = ComplexNumber(re: 1, im: 0)

  var re: Double
  var im: Double

  @inline(__always) var conjugate: ComplexNumber { ComplexNumber(re: re, im: -im) }
  @inline(__always) var squaredSize: Double { re * re + im * im }

  @inline(__always) static func + (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(re: a.re + b.re, im: a.im + b.im)
  }

  @inline(__always) static func - (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(re: a.re - b.re, im: a.im - b.im)
  }

  @inline(__always) static func * (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    ComplexNumber(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }

  @inline(__always) static func * (a: ComplexNumber, b: Double) -> ComplexNumber {
    ComplexNumber(re: a.re * b, im: a.im * b)
  }

  @inline(__always) static func / (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
    a * b.conjugate * (1 / b.squaredSize)
  }

  @inline(__always) static func += (a: inout ComplexNumber, b: ComplexNumber) { a = a + b }
  @inline(__always) static func -= (a: inout ComplexNumber, b: ComplexNumber) { a = a - b }
}
