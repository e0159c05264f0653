import CoreTypes
import Documents
import Foundation
import Profiles
import ProjectFiles
import RadioModel
import Session
import SimulationKernel
import TestSupport
import Testing

@Suite("Environments of the model")
struct EnvironmentPresetTests {
  private static func environment(_ body: String, taps: String = "") throws -> Environment {
    let text = "schema: reflector/environment/1\nid: x\ndescription: X\npath_loss_exponent: 2\n" + body
    let preset = try EnvironmentPreset.read(file: "e.yaml") { (file: String) throws(DocumentErrors) in
      Array((file == "e.yaml" ? text : taps).utf8)
    }
    return Environment(preset, distanceMetres: 7)
  }

  private static var names: [String] {
    let folder = ProjectFolder.url.appending(path: "Profiles/environments").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test("have every key of the file")
  func everyKey() throws {
    var expected = Environment(distanceMetres: 7)
    expected.pathLossExponent = 2
    #expect(try Self.environment("") == expected)
    expected.lossAtOneMetreDecibels = 41
    expected.directPathLossDecibels = 3
    expected.echoes = [
      .init(excessMetres: 3, gainDecibels: -6, phaseRadians: .pi / 2),
      .init(excessMetres: 2, gainDecibels: 1),
    ]
    expected.ground = GroundReflection(
      initiatorHeightMetres: 1.2, reflectorHeightMetres: 0.8, coefficient: -0.7)
    expected.scattering = Scattering(
      kFactorDecibels: 3, decayNanoseconds: 25, tapCount: 7,
      clusters: .init(count: 3, spacingNanoseconds: 21, decayNanoseconds: 23), redraw: .procedure)
    expected.antennas = AntennaGeometry(
      initiator: [.init(x: 0.1, y: -0.2, z: 0.3)], reflector: [.init(x: 0, y: 0), .init(x: 0, y: 0.04)])
    expected.interferers = [Interferer(channels: 50...70, duty: 0.25, levelDecibels: 20)]
    expected.motion = .path([.init(xMetres: 1, yMetres: 2)], metresPerSecond: 1.5)
    expected.attack = .relay(delayNanoseconds: 100)
    let environment = try Self.environment(
      """
      loss_at_1_m_db: 41
      direct_path_loss_db: 3
      extra_paths: [{ extra_m: 3, loss_db: 6, phase_deg: 90 }]
      taps_file: taps.csv
      ground_reflection: { initiator_height_m: 1.2, reflector_height_m: 0.8, coefficient: -0.7 }
      scattering:
        { k_factor_db: 3, decay_ns: 25, taps: 7, redraw: procedure, clusters: { count: 3, spacing_ns: 21, decay_ns: 23 } }
      antennas: { initiator: [{ x_m: 0.1, y_m: -0.2, z_m: 0.3 }], reflector: [{ x_m: 0, y_m: 0 }, { x_m: 0, y_m: 0.04 }] }
      interference: [{ wifi_channel: 11, duty: 0.25, level_db: 20 }]
      motion: { way_points: [{ x_m: 1, y_m: 2 }], speed_m_s: 1.5 }
      attack: { kind: relay, delay_ns: 100 }

      """, taps: "excess_m,gain_db\n2,1\n")
    #expect(environment == expected)
  }

  @Test("have the other forms of some keys")
  func otherForms() throws {
    let environment = try Self.environment(
      """
      scattering: { k_factor_db: 3, decay_ns: 0 }
      antenna_path_offsets_m: [0, 0, 0.1]
      motion: { radial_speed_m_s: -1.5 }
      attack: { kind: roll-over }

      """)
    #expect(environment.scattering == Scattering(kFactorDecibels: 3, decayNanoseconds: 0))
    #expect(environment.antennaPathOffsetsMetres == [0, 0, 0.1] && environment.antennas == nil)
    #expect(environment.motion == .radial(metresPerSecond: -1.5) && environment.attack == .rollOver)
    let early = try Self.environment("attack: { kind: early-detect-late-commit, advance_ns: 300 }\n")
    #expect(early.attack == .earlyDetectLateCommit(advanceNanoseconds: 300))
  }

  @Test("of every preset answer on every channel", arguments: names)
  func presets(name: String) throws {
    let environment = Environment(try Shipped.environment(name), distanceMetres: 3)
    var channel = PropagationChannel(
      environment, pathCount: 4, pathDelaysNanoseconds: [],
      random: RandomStreams(seed: 1).stream("scattering"))
    channel.beginProcedure()
    channel.beginSubevent(at: .start + .seconds(2))
    for path in 0..<4 {
      for index in 0..<80 {
        let (re, im) = channel.response(path: path, channel: index, microseconds: 500)
        let power = re * re + im * im
        #expect(power > 1e-6 && power < 30, "path \(path), channel \(index)")
      }
    }
    #expect(channel.isMoving == (name == "walking-away"))
    #expect(InterferenceField(environment).isEmpty == (name != "wifi"))
  }

  @Test(
    "that name a delay spread have it",
    arguments: [("office", 20.0), ("factory", 53.0)] as [(String, Double)])
  func delaySpread(name: String, nanoseconds: Double) throws {
    let scattering = try #require(
      Environment(try Shipped.environment(name), distanceMetres: 3).scattering)
    let share = 1 / (1 + PortableMath.powerRatio(decibels: scattering.kFactorDecibels))
    let mean = scattering.decayNanoseconds / 2
    let spread = mean * (2 * share - share * share).squareRoot()
    #expect(abs(spread / nanoseconds - 1) < 0.02, "\(spread) ns")
  }

  @Test("walk away at the speed that the preset says")
  func walking() throws {
    let environment = Environment(try Shipped.environment("walking-away"), distanceMetres: 3)
    #expect(abs(environment.distanceMetres(at: .start + .seconds(10)) - 13) < 1e-9)
  }
}
