import CoreTypes
import Foundation
import ProjectFiles
import Testing

@testable import Ranging

/// The identity of inline PCT in `vectors-ll.json`, which names its source.
private struct InlinePCTIdentity: Decodable {
  struct Phases: Decodable {
    let reflector: Double?
    let initiator: Double
    let product: Double?
    private enum CodingKeys: String, CodingKey {
      case reflector = "theta_refl"
      case initiator = "theta_init"
      case product = "arg_product"
    }
  }
  struct Distance: Decodable {
    let twoWayPhase: Double
    let degreesPerMegahertz: Double
    private enum CodingKeys: String, CodingKey {
      case twoWayPhase = "two_way_phase_rad_mod_2pi"
      case degreesPerMegahertz = "step_per_MHz_deg"
    }
  }
  let channelPhase: Double
  let oscillatorPhase: Double
  let withoutInlinePCT: Phases
  let withInlinePCT: Phases
  let tenMetres: Distance
  private enum CodingKeys: String, CodingKey {
    case channelPhase = "theta_ch_rad"
    case oscillatorPhase = "delta_lo_rad"
    case withoutInlinePCT = "without_ipt"
    case withInlinePCT = "with_ipt"
    case tenMetres = "distance_10m_2440MHz"
  }

  static func load() throws -> InlinePCTIdentity {
    try Fixture("vectors-ll.json").decode(InlinePCTIdentity.self, "ipt_identity", keys: .useDefaultKeys)
  }
}

@Suite("Two-way responses")
struct ToneResponseTests {
  private func angle(_ response: ToneResponse) -> Double {
    PortableMath.atan2(response.im[0], response.re[0])
  }

  @Test("the product of both reports has the phase that inline PCT shows to the initiator alone")
  func inlineIdentity() throws {
    let identity = try InlinePCTIdentity.load()
    let reflectorAngle = identity.channelPhase + identity.oscillatorPhase
    let initiatorAngle = identity.channelPhase - identity.oscillatorPhase
    #expect(abs(reflectorAngle - (try #require(identity.withoutInlinePCT.reflector))) < 1e-12)
    #expect(abs(initiatorAngle - identity.withoutInlinePCT.initiator) < 1e-12)
    let there = PortableMath.sinCos(radians: reflectorAngle)
    let back = PortableMath.sinCos(radians: initiatorAngle)
    var product = ToneResponse()
    product.append(
      channel: 10, initiatorI: back.cos, initiatorQ: back.sin, reflectorI: there.cos, reflectorQ: there.sin)
    #expect(abs(angle(product) - (try #require(identity.withoutInlinePCT.product))) < 1e-12)
    let returned = PortableMath.sinCos(radians: initiatorAngle + reflectorAngle)
    var inline = ToneResponse()
    inline.append(channel: 10, initiatorI: returned.cos, initiatorQ: returned.sin)
    #expect(abs(angle(inline) - identity.withInlinePCT.initiator) < 1e-12)
  }

  @Test("10 m at 2440 MHz turn the two-way phase as published")
  func tenMetres() throws {
    let expected = try InlinePCTIdentity.load().tenMetres
    let turns = 2 * 2.44e9 * 10 / RangingBounds.speedOfLight
    let fraction = turns - turns.rounded(.down)
    #expect(abs(fraction * 2 * .pi - expected.twoWayPhase) < 1e-5)
    #expect(abs(2e6 * 10 / RangingBounds.speedOfLight * 360 - expected.degreesPerMegahertz) < 1e-3)
  }

  @Test("repeated channels count once")
  func channelCount() {
    #expect(ToneResponse(channel: [2, 76, 2], re: [1, 1, 1], im: [0, 0, 0]).channelCount == 2)
  }

  @Test("the bound of the full channel map is 0.1285 m a radian")
  func bound() {
    let deviation = RangingBounds.distanceDeviation(
      channels: CSChannelMap.allowed.channels, phaseNoiseRadians: 1)
    #expect(abs(deviation - 0.1285) < 1e-4)
  }

  @Test("the inverse transform is the sum it stands for")
  func transform() {
    let transform = FourierTransform(size: 16)
    var re = (0..<16).map { Double($0 * $0 % 7) }
    var im = (0..<16).map { Double($0 % 3) - 1 }
    let (inputRe, inputIm) = (re, im)
    transform.inverse(re: &re, im: &im)
    for n in 0..<16 {
      var sum = (0.0, 0.0)
      for k in 0..<16 {
        let (sin, cos) = PortableMath.sinCos(turns: Double(k * n) / 16)
        sum.0 += inputRe[k] * cos - inputIm[k] * sin
        sum.1 += inputRe[k] * sin + inputIm[k] * cos
      }
      let place = transform.place(n)
      #expect(abs(re[place] - sum.0) < 1e-12 && abs(im[place] - sum.1) < 1e-12)
    }
  }
}
