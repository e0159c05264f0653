import Analysis
import Capture
import ChannelSounding
import CoreTypes
import Foundation
import ProfileImport
import Profiles
import RadioModel
import Testing

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

@Suite(
  "Recordings of real hardware imported",
  .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
struct HardwareImportTests {
  private static func imported(
    _ names: String..., assuming assumed: [String] = []
  ) throws -> ProfileImporter.Outcome {
    let folder = try #require(recordings)
    return try imported(names.map { ("\(folder)/\($0)", "\(folder)/\($0)") }, assuming: assumed)
  }

  private static func imported(
    _ files: [(path: String, name: String)], assuming assumed: [String] = []
  ) throws -> ProfileImporter.Outcome {
    let analyzer = RecordingAnalyzer(
      try files.map { .init(try RecordingReader(path: $0.path), name: $0.name) },
      estimators: RecordingSurvey.estimators)
    var survey = RecordingSurvey()
    while let procedure = try analyzer.nextProcedure() { survey.add(procedure) }
    let accessories = survey.accessories(of: analyzer)
    #expect(accessories.count == 1)
    var options = ProfileImporter.Options()
    options.assumed = assumed
    return try ProfileImporter.profile(
      of: try #require(accessories.first), options: options, file: "imported.yaml")
  }

  @Test("two logs of a pair with the firmware waves tell of the radio, and of nothing else")
  func waves() throws {
    let made = try Self.imported("nrf54l15_1ap_initiator.txt", "nrf54l15_1ap_reflector.txt")
    #expect(
      made.unknown.prefix(8) == [
        "conduct", "core", "features", "channel_sounding", "advertising", "security", "gatt", "link",
      ])
    #expect((-2.3 ... -1.8).contains(made.profile.radio.carrierOffsetPpm))
    #expect((0.02...0.05).contains(made.profile.radio.phaseNoiseRadians))
    #expect(made.profile.radio.missingToneFraction < 0.01)
    #expect(!made.text.contains(try #require(recordings)))
  }

  @Test("an assumption takes what the procedures of a log prove, and no default against it")
  func proven() throws {
    let made = try Self.imported(
      "nrf54l15_1ap_initiator.txt", "nrf54l15_1ap_reflector.txt", assuming: ["all"])
    let profile = made.profile
    for feature in [FeatureSet.Feature.channelSounding, .leEncryption, .channelSoundingToneQualityIndication]
    {
      #expect(profile.features[feature], "\(feature)")
    }
    #expect(profile.csCapabilities.roles == [.reflector] && profile.csCapabilities.maxAntennaPaths == 1)
    #expect(profile.security.bonds && made.unknown.isEmpty)
    #expect(made.text.contains("the least that 30 procedures show"))
  }

  @Test("many logs with long names fit into a profile")
  func longNames() throws {
    let log = "\(try #require(recordings))/nrf54l15_1ap_initiator.txt"
    let made = try Self.imported(
      (1...8).map { (log, "/logs/\($0)-\(String(repeating: "longer and ", count: 20)).txt") })
    #expect(made.text.contains("and 4 more"))
  }

  @Test("an advertised name with control octets is kept")
  func controlOctetsInName() throws {
    let made = try Self.imported("silabs_pbr_with_names.btsnoop")
    #expect(made.profile.advertising.name == "CS RFLCT\0\0\0\0")
    #expect(made.remarks.isEmpty)
  }

  @Test("an API trace tells capabilities, features and services; NADM, which it leaves out, stays unknown")
  func trace() throws {
    let made = try Self.imported("silabs_pbr_trace_head.txt")
    #expect(made.profile.advertising.name == "CS RFLCT\0\0\0\0")
    #expect(made.profile.csCapabilities.maxAntennaPaths == 4 && made.profile.csCapabilities.tSW == 1)
    #expect(made.profile.features[.channelSounding] && made.profile.features[.channelSoundingHostSupport])
    #expect(made.unknown.contains("channel_sounding.nadm") && made.unknown.contains("core"))
    #expect(!made.unknown.contains("channel_sounding") && !made.unknown.contains("features"))
    #expect(made.text.contains("silabs_pbr_trace_head.txt frame "))
  }

  @Test(
    "logs of Silicon Labs tell the offset and the tones; those that are not rated are not missing",
    arguments: [
      ("silabs_one_procedure_4ap_pbr.txt", ["carrier_offset_ppm", "tone_amplitude_lsb", "pct_bits"]),
      ("silabs_one_procedure_rtt.txt", ["carrier_offset_ppm", "timing_noise_ns", "turnaround_jitter_ns"]),
    ])
  func siliconLabs(name: String, knobs: [String]) throws {
    let made = try Self.imported(name)
    #expect(made.unknown.contains("radio.missing_tones"))
    #expect(made.fitted.map { $0.prefix { $0 != " " } } == knobs.map { "radio.\($0)" })
  }
}
