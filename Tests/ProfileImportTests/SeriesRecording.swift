import Capture
import ChannelSounding
import CoreTypes

/// The HCI of a phone that ranges with an accessory in several series, or of the accessory, octet by octet.
struct SeriesRecording {
  private static let handle: [UInt8] = [0x40, 0]
  private let log = CaptureLog()
  private var time = Instant.start
  /// How far the clock of the capture is off.
  private var clockOffset = Picoseconds.seconds(0)
  private var counter: UInt8 = 0
  private let isAccessory: Bool
  /// Whether each packet stands twice.
  private let isTwice: Bool

  /// The file.
  func octets() throws -> [UInt8] { try RoundTrip.octets(log) }

  /// Connects to an accessory that allows any number of procedures, and configures mode-2.
  ///
  /// - Parameters:
  ///   - isAccessory: whether it is the HCI of the accessory, which is peripheral and reflector.
  ///   - isTwice: whether each packet stands twice.
  init(subfeatures: UInt8 = 0, isAccessory: Bool = false, isTwice: Bool = false) {
    (self.isAccessory, self.isTwice) = (isAccessory, isTwice)
    connect()
    describe(subfeatures: subfeatures)
    configure()
  }

  /// Connects to the accessory.
  mutating func connect() {
    let peer: [UInt8] = [2, 0, 0, 0xEE, 0xFF, 0xC0]
    event(0x01, [[0], Self.handle, [isAccessory ? 1 : 0, 1], peer, [24, 0, 0, 0, 200, 0, 0]])
  }

  /// Tells the capabilities of a reflector with any number of procedures.
  ///
  /// - Parameter tail: what version [v2] appends; nothing for version [v1].
  mutating func describe(subfeatures: UInt8 = 0, tail: [UInt8] = []) {
    let antennas: [UInt8] = [1, 0, 0, 1, 1, 2]
    let accuracy: [UInt8] = [0, 0, 30, 0, 0, 0, 0, 0, 0, 0]
    let times = [UInt8](repeating: 0, count: 10)
    let parts: [[UInt8]] = [[0], Self.handle, antennas, accuracy, [subfeatures, 0], times, tail]
    event(tail.isEmpty ? 0x2C : 0x38, parts)
  }

  /// Tells page 0 of the accessory's features as its answer has it.
  mutating func answerFeatures(_ octets: [UInt8]) { event(0x04, [[0], Self.handle, octets]) }

  /// Creates configuration 0.
  ///
  /// - Parameter isTurned: whether the phone is the reflector.
  mutating func configure(usesInlinePCT: Bool = false, isTurned: Bool = false) {
    let modes: [UInt8] = [0, 1, 2, 0xFF, 0, 0, 0, 3, isAccessory != isTurned ? 1 : 0, 0, 1]
    let map: [UInt8] = [0xFC, 0xFF, 0x7F, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
    event(0x2F, [[0], Self.handle, modes, map, [1, 0, 0, 2, usesInlinePCT ? 1 : 0, 145, 145, 150, 40]])
  }

  /// Removes configuration 0.
  mutating func removeConfiguration() {
    event(0x2F, [[0], Self.handle, [0, 0], [UInt8](repeating: 0, count: 28)])
  }

  /// Lets the phone do nothing for so many seconds.
  mutating func wait(_ seconds: Int) { time = time + .seconds(seconds) }

  /// Sets the clock of the capture forward by so many seconds, which pass on no link.
  mutating func setClock(forward seconds: Int) { clockOffset = clockOffset + .seconds(seconds) }

  /// The number of the connection event, of which one comes every 30 ms.
  private var connectionEvent: [UInt8] {
    let number = UInt16(truncatingIfNeeded: time.picoseconds / 30_000_000_000)
    return [UInt8(number & 0xFF), UInt8(number >> 8)]
  }

  /// Ends the connection.
  mutating func disconnect() { add([4, 0x05, 4, 0] + Self.handle + [0x13], .controllerToHost) }

  /// Starts procedures without a count.
  mutating func start(_ status: ErrorCode = .success) { enable(1, status) }

  /// Terminates the procedures.
  mutating func stop() { enable(0, .success) }

  private mutating func enable(_ state: UInt8, _ status: ErrorCode) {
    let schedule: [UInt8] = [0, 0, 0x10, 0x27, 0, 1, 0, 0, 1, 0, 5, 0, 0, 0, 0x10, 0x27]
    event(0x30, [[status.rawValue], Self.handle, [0, state], schedule])
  }

  /// Reports procedures 0.1 s apart, of which none has steps.
  mutating func range(_ count: Int, aborted reason: SubeventAbortReason = .none) {
    for _ in 0..<count {
      time = time + .milliseconds(100)
      let done: UInt8 = reason == .none ? 0 : 0xF
      let abortReason = reason.rawValue << 4
      event(
        0x31,
        [
          Self.handle, [0], connectionEvent,
          [counter, 0, 0, 0xC0, 0x7F, done, done, abortReason, 0, 0],
        ])
      counter += 1
    }
  }

  /// Reports procedures 0.1 s apart, whose tones are those of a distance under inline PCT.
  mutating func range(_ count: Int, metres: Double) {
    let steps = Self.steps(metres)
    for _ in 0..<count {
      time = time + .milliseconds(100)
      let head: [UInt8] = [counter, 0, 0, 0xC0, 0x7F, 0, 0, 0, 1, UInt8(steps.count)]
      event(0x31, [Self.handle, [0], connectionEvent, head] + steps)
      counter += 1
    }
  }

  /// Leaves the next procedures out of the recording.
  mutating func lose(_ count: UInt8) { counter += count }

  /// Three mode-0 steps, and mode-2 steps on 16 channels.
  private static func steps(_ metres: Double) -> [[UInt8]] {
    let found: [[UInt8]] = [2, 3, 4].map { [0, $0, 5, 0, 0xD3, 1, 0x32, 0x7F] }
    return found + (UInt8(30)..<46).map { tone(on: $0, metres) }
  }

  /// A mode-2 step of one path, whose extension slot has no tone.
  private static func tone(on channel: UInt8, _ metres: Double) -> [UInt8] {
    let turns = -2 * (2402e6 + 1e6 * Double(channel)) * metres / 299_792_458
    let (sine, cosine) = PortableMath.sinCos(turns: turns)
    let (i, q) = (Int(1500 * cosine) & 0xFFF, Int(1500 * sine) & 0xFFF)
    let pct = i | q << 12
    let octets: [UInt8] = [UInt8(pct & 0xFF), UInt8(pct >> 8 & 0xFF), UInt8(pct >> 16)]
    return [2, channel, 9, 0] + octets + [0, 0, 0, 0, 0x13]
  }

  /// Pairs without keys to distribute: Pairing Request with `asked` for AuthReq, and Pairing Response with `answered`.
  mutating func pair(asked: UInt8, answered: UInt8) {
    say([1, 3, 0, asked, 16, 0, 0], fromHost: true)
    say([2, 3, 0, answered, 16, 0, 0], fromHost: false)
  }

  /// Lets pairing fail for the accessory's unspecified reason.
  mutating func failPairing() { say([5, 8], fromHost: false) }

  /// Asks the controller to encrypt the link with a key of LE Secure Connections.
  mutating func requestEncryption() {
    add([1, 0x19, 0x20, 28] + Self.handle + [UInt8](repeating: 0, count: 26), .hostToController)
  }

  /// Sends LE Rand so many times, of which each has its answer unless that is missing.
  mutating func draw(_ count: Int, isAnswered: Bool = true) {
    for _ in 0..<count {
      add([1, 0x18, 0x20, 0], .hostToController)
      if isAnswered { answerDraw() }
    }
  }

  /// Answers LE Rand without the command.
  mutating func answerDraw() {
    add([4, 0x0E, 12, 1, 0x18, 0x20] + [UInt8](repeating: 0, count: 9), .controllerToHost)
  }

  /// Encrypts the link.
  mutating func encrypt() { add([4, 0x08, 4, 0] + Self.handle + [1], .controllerToHost) }

  private mutating func say(_ pdu: [UInt8], fromHost: Bool) {
    let (length, boundary) = (UInt8(pdu.count), UInt8(fromHost ? 0 : 0x20))
    add(
      [2, 0x40, boundary, length + 4, 0, length, 0, 6, 0] + pdu,
      fromHost ? .hostToController : .controllerToHost)
  }

  private mutating func event(_ subevent: UInt8, _ parts: [[UInt8]]) {
    let parameters = Array(parts.joined())
    add([4, 0x3E, UInt8(1 + parameters.count), subevent] + parameters, .controllerToHost)
  }

  private mutating func add(_ packet: [UInt8], _ direction: HCIFrame.Direction) {
    time = time + .milliseconds(1)
    let role: CSRole = isAccessory ? .reflector : .initiator
    let frame = HCIFrame(time: time + clockOffset, role: role, direction: direction, packet: packet)
    for _ in 0..<(isTwice ? 2 : 1) { log.append(frame) }
  }
}
