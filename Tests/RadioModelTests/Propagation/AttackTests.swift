import CoreTypes
import RadioModel
import Testing

@Suite("Attacks on the distance")
struct AttackTests {
  private static func place(_ metres: Double, _ attack: Attack?) -> Environment {
    var environment = Channel.place(metres)
    environment.attack = attack
    return environment
  }

  @Test("a relay makes tones and packets tell a longer way")
  func relay() {
    let relayed = Channel.draw(Self.place(3, .relay(delayNanoseconds: 100)))
    let metres = 3 + 100e-9 * Environment.speedOfLight
    for channel in [2, 40, 76] {
      let response = relayed.response(path: 0, channel: channel, microseconds: 0)
      #expect(Channel.differ(response, Channel.wave(metres: metres, channel: channel)) < 1e-8)
    }
    #expect(abs(relayed.flightMicroseconds(at: 0) - metres / Environment.speedOfLight * 1e6) < 1e-12)
    let environment = Self.place(3, .relay(delayNanoseconds: 100))
    #expect(
      abs(environment.timeOfFlightPicoseconds(at: .start) * 1e-6 - relayed.flightMicroseconds(at: 0)) < 1e-12)
    #expect(relayed.groupDelayNanoseconds(channel: 40) == 0)
  }

  @Test("a roll-over has tones tell 0 m and packets 150 m", arguments: [1.0, 20, 149, 160])
  func rollOver(metres: Double) {
    let channel = Channel.draw(Self.place(metres, .rollOver))
    for index in 2..<76 {
      let one = channel.response(path: 0, channel: index, microseconds: 0)
      let next = channel.response(path: 0, channel: index + 1, microseconds: 0)
      let (re, im) = (next.re * one.re + next.im * one.im, next.im * one.re - next.re * one.im)
      // The two-way phase step is twice this one.
      let turned = 2 * PortableMath.atan2(im, re)
      #expect(abs(turned - (turned / (2 * .pi)).rounded() * 2 * .pi) < 1e-6)
    }
    let told = channel.flightMicroseconds(at: 0) * 1e-6 * Environment.speedOfLight
    #expect(told > 149.8 && told > metres)
  }

  @Test("early detection leaves tones and flight alone")
  func earlyDetection() {
    let attack = Attack.earlyDetectLateCommit(advanceNanoseconds: 300)
    #expect(attack.packetAdvanceNanoseconds == 300)
    #expect(Attack.relay(delayNanoseconds: 5).packetAdvanceNanoseconds == 0)
    let (attacked, free) = (Channel.draw(Self.place(7, attack)), Channel.draw(Self.place(7, nil)))
    #expect(attacked.flightMicroseconds(at: 0) == free.flightMicroseconds(at: 0))
    let response = attacked.response(path: 0, channel: 5, microseconds: 0)
    #expect(response == free.response(path: 0, channel: 5, microseconds: 0))
  }
}
