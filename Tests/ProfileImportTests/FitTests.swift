import Analysis
import ChannelSounding
import ConformanceTester
import CoreTypes
import Documents
import Faults
import Profiles
import RadioModel
import TestSupport
import Testing

@testable import ProfileImport

@Suite("Knobs of a radio, fitted")
struct FitTests {
  /// What a check of endless procedures tells of a radio.
  static func fit(
    _ profile: String = "silabs-xg24", seed: UInt64, distance: Double? = nil,
    _ change: (inout AccessoryProfile) -> Void = { _ in }
  ) throws -> RadioFit {
    var request = try Shipped.request(profile, seed: seed, distanceMetres: 3, only: ["CS-A12"])
    change(&request.profile)
    let captures = try RoundTrip.Checked(request).captures
    return try #require(try RoundTrip.accessory(captures, distanceMetres: distance)).fit
  }

  static func expect(_ knob: RadioFit.Knob?, _ truth: Double) {
    guard let knob else {
      Issue.record("nothing was fitted")
      return
    }
    #expect(knob.interval.contains(truth), "\(knob)")
  }

  // That is so for 95 of 100.
  @Test("lie within their confidence of the truth", arguments: UInt64(1)...9)
  func truth(seed: UInt64) throws {
    let noise = [0.02, 0.044, 0.1, 0.2][Int(seed) % 4]
    let fit = try Self.fit(seed: seed, distance: 3) { profile in
      profile.radio.phaseNoiseRadians = noise
      profile.radio.carrierOffsetPpm = 3 * Double(seed) - 12
      profile.radio.missingToneFraction = 0.02 * Double(seed % 3)
      profile.radio.toneAmplitudeLSB = 100 + 50 * Double(seed)
      profile.radio.fixedDelayNanoseconds = 0.5 * Double(seed) - 2
      profile.radio.pctBits = 12 - Int(seed % 3)
    }
    Self.expect(fit.phaseNoiseRadians, noise)
    Self.expect(fit.carrierOffsetPpm, 3 * Double(seed) - 12)
    // The phone is 1.5 ppm slow.
    let offset = try #require(fit.carrierOffsetPpm?.value)
    #expect(abs(offset - 1.5 - (3 * Double(seed) - 12)) < 0.2)
    Self.expect(fit.missingTones, 0.02 * Double(seed % 3))
    Self.expect(fit.toneAmplitudeLSB, 100 + 50 * Double(seed))
    Self.expect(fit.fixedDelayNanoseconds, 0.5 * Double(seed) - 2)
    Self.expect(fit.pctBits, Double(12 - seed % 3))
  }

  @Test("leave noise of missing tones out of the phase noise", arguments: UInt64(1)...3)
  func phaseNoiseBesideMissingTones(seed: UInt64) throws {
    let fit = try Self.fit(seed: seed) { profile in
      profile.radio.phaseNoiseRadians = 0.05
      profile.radio.missingToneFraction = 0.1
    }
    let phone = try Shipped.phone("iphone-ios27").radio.phaseNoiseRadians
    let half = ((0.05 * 0.05 + phone * phone) / 2).squareRoot()
    #expect((try #require(fit.phaseNoiseRadians).value / half - 1).magnitude < 0.08)
  }

  @Test("take steps at another time for no missing tones")
  func lateSteps() throws {
    let late = try Self.fit(seed: 2) { $0.faults = [.hops3usTooLong] }
    #expect(late.missingTones == nil)
    let some = try Self.fit(seed: 2) { $0.radio.missingToneFraction = 0.4 }
    Self.expect(some.missingTones, 0.4)
  }

  // At 2 ppm a second the offset passes the 100 ppm that HCI can report, and stands at that value from then on.
  @Test("tell drift of the crystal", arguments: [-1, 0, 0.8, 2])
  func drift(ppmPerSecond: Double) throws {
    let fit = try Self.fit(seed: 3) { $0.radio.carrierDriftPpmPerSecond = ppmPerSecond }
    let knob = try #require(fit.carrierDriftPpmPerSecond)
    Self.expect(knob, ppmPerSecond)
    #expect(abs(knob.value - ppmPerSecond) < 0.2)
  }

  @Test("tell what inline PCT adds, from procedures with it and without", arguments: UInt64(1)...4)
  func inlinePCT(seed: UInt64) throws {
    let degrees = 2 * Double(seed)
    let profile = "nordic-nrf54l15-ipt"
    var fit = try Self.fit(profile, seed: seed, distance: 3) { profile in
      profile.radio.inlinePCTErrorDegrees = degrees
      profile.radio.inlinePCTDelayNanoseconds = 0.5 * Double(seed)
    }
    #expect(fit.inlinePCTErrorDegrees == nil && fit.inlinePCTDelayNanoseconds == nil)
    fit.add(
      try Self.fit(profile, seed: seed, distance: 3) { profile in
        profile.csCapabilities.subfeatures.remove(.inlinePCT)
        (profile.csCapabilities.tail.tIP2IPT, profile.csCapabilities.tail.tSWIPT) = (0, 0)
      })
    Self.expect(fit.inlinePCTErrorDegrees, degrees)
    Self.expect(fit.inlinePCTDelayNanoseconds, 0.5 * Double(seed))
  }

  @Test("are not made of nothing")
  func nothing() {
    let fit = RadioFit()
    #expect(fit.phaseNoiseRadians == nil && fit.carrierOffsetPpm == nil && fit.missingTones == nil)
    #expect(fit.toneAmplitudeLSB == nil && fit.pctBits == nil && fit.fixedDelayNanoseconds == nil)
    #expect(fit.timingNoiseNanoseconds == nil && fit.turnaroundJitterNanoseconds == nil)
    #expect(fit.carrierDriftPpmPerSecond == nil && fit.qualityText == nil)
  }
}

@Suite("Numbers of a fit")
struct RoundingTests {
  @Test(
    "have three digits that mean something",
    arguments: [
      (0.037_68, "0.0377"), (3.498_7, "3.5"), (159.96, "160"), (1234.5, "1235"), (0, "0"),
      (-0.4567, "-0.457"),
      (0.000_42, "0.00042"),
    ])
  func significant(value: Double, expected: String) { #expect(Rounding.text(value) == expected) }
}
