import CoreTypes
import Dissection
import Faults
import Profiles
import RadioModel
import Ranging
import TestSupport
import Testing

@testable import Lab

@Suite("The bench of a lab")
struct LabBenchTests {
  @Test("ranges, and says its frames in words", arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras"])
  func ranging(accessory: String) throws {
    let phone = accessory.hasSuffix("ras") ? "nordic-ncs" : "iphone-ios27"
    let bench = LabBench(try setup(accessory, phone: phone, metres: 3))
    let span = advance(bench, seconds: 12)
    #expect(span.troubles.isEmpty)
    #expect(span.procedures.count > 10)
    for procedure in span.procedures {
      #expect(procedure.trueMetres == 3)
      #expect(abs((procedure.metres ?? 0) - 3) < 0.3)
      #expect(procedure.steps.count == 8)
    }
    #expect(span.frames.contains { $0.name == "LL_CS_CONFIG_REQ" && $0.interface == "ll" })
    #expect(span.frames.contains { $0.answers?.how == "answers LL_CS_CONFIG_REQ" })
    #expect(!span.frames.contains { $0.name == "empty PDU" })
    #expect((span.frames.last?.number ?? 0) > span.frames.count)
    #expect(zip(span.frames, span.frames.dropFirst()).allSatisfy { $0.number < $1.number })
  }

  @Test("a device that is moved stays on its link, and the distance follows")
  func moving() throws {
    let bench = LabBench(try setup("nordic-nrf54l15-ipt", metres: 2))
    _ = advance(bench, seconds: 6)
    var setup = bench.setup
    setup.scene.phone = Position(xMetres: 3, yMetres: 4)
    bench.change(to: setup)
    let span = advance(bench, seconds: 3)
    #expect(!span.frames.contains { $0.name.contains("Connection_Complete") })
    let last = try #require(span.procedures.last)
    #expect(last.trueMetres == 5 && abs((last.metres ?? 0) - 5) < 0.3)
    #expect(span.procedures.dropFirst().allSatisfy { $0.trueMetres == 5 })
    for procedure in span.procedures {
      #expect(abs((procedure.metres ?? 0) - (procedure.trueMetres ?? 0)) < 0.3)
    }
  }

  @Test("a wall changes what is measured, and taking it away brings that back")
  func wall() throws {
    let bench = LabBench(try setup("reference", metres: 6))
    // One procedure has a residual of chance.
    func residual(seconds: Int) throws -> Double {
      let last = advance(bench, seconds: seconds).procedures.suffix(10)
      let residuals = try last.map { try #require($0.estimate).phaseResidualRadians }
      return residuals.reduce(0, +) / Double(residuals.count)
    }
    let before = try residual(seconds: 6)
    var setup = bench.setup
    setup.scene.addWall(from: Position(xMetres: -5, yMetres: 2), to: Position(xMetres: 12, yMetres: 2))
    bench.change(to: setup)
    #expect(try residual(seconds: 3) > 2.5 * before)
    setup.scene.walls = []
    bench.change(to: setup)
    #expect(try residual(seconds: 3) < 1.5 * before)
  }

  @Test("another accessory connects anew, and time goes on")
  func changing() throws {
    let bench = LabBench(try setup("nordic-nrf54l15-ipt", metres: 3))
    _ = advance(bench, seconds: 6)
    let now = bench.now
    var setup = bench.setup
    setup.accessory.radio.phaseNoiseRadians = 0.8
    bench.change(to: setup)
    #expect(bench.now == now)
    let span = advance(bench, seconds: 6)
    #expect(span.frames.contains { $0.name.contains("Connection_Complete") })
    let spread = span.procedures.compactMap(\.metres).map { abs($0 - 3) }.max() ?? 0
    #expect(spread > 0.05)
    #expect(span.procedures.allSatisfy { $0.time > now })
  }

  @Test("an accessory out of range is reported, and found again")
  func outOfRange() throws {
    let bench = LabBench(try setup("nordic-nrf54l15-ipt", metres: 3))
    #expect(advance(bench, seconds: 6).troubles.isEmpty)
    var setup = bench.setup
    setup.surroundings.directPathLossDecibels = 60
    setup.scene.phone = Position(xMetres: 50, yMetres: 0)
    bench.change(to: setup)
    let start = bench.now
    let lost = advance(bench, seconds: 20)
    #expect(bench.now >= start + .seconds(19) && bench.now <= start + .seconds(25))
    #expect(lost.troubles.contains("The phone does not find the accessory."))
    setup.surroundings.directPathLossDecibels = 0
    bench.change(to: setup)
    #expect((advance(bench, seconds: 20).procedures.last?.trueMetres ?? 0) == 50)
  }

  @Test("an accessory that refuses is tried again after a while, in as much time as passes")
  func refusal() throws {
    var setup = try setup("nordic-nrf54l15-ipt", metres: 3)
    setup.accessory.faults = [.pairingRefused]
    let bench = LabBench(setup)
    let span = advance(bench, seconds: 20)
    #expect((2...10).contains(span.troubles.count), "\(span.troubles)")
    #expect(bench.now >= .start + .seconds(19) && bench.now <= .start + .seconds(25))
  }

  @Test("an attack acts on the running link")
  func attack() throws {
    let bench = LabBench(try setup("nordic-nrf54l15-ipt", metres: 3))
    _ = advance(bench, seconds: 6)
    var setup = bench.setup
    setup.surroundings = try Shipped.environment("relay")
    bench.change(to: setup)
    let span = advance(bench, seconds: 3)
    #expect(!span.frames.contains { $0.name.contains("Connection_Complete") })
    let last = try #require(span.procedures.last)
    #expect(last.trueMetres == 3 && abs(last.metres ?? 9) < 0.5)
  }

  @Test("the same seed gives the same procedures and frames")
  func determinism() throws {
    let spans = try (0..<2).map { _ in
      let bench = LabBench(try setup("reference", metres: 3))
      let first = advance(bench, seconds: 5)
      var setup = bench.setup
      setup.scene.phone.yMetres = 1
      bench.change(to: setup)
      let second = advance(bench, seconds: 2)
      return (
        (first.procedures + second.procedures).map { $0.estimate }, first.frames + second.frames
      )
    }
    #expect(spans[0].0 == spans[1].0)
    #expect(spans[0].1 == spans[1].1)
  }

  /// Thirty spans a second, as a lab does.
  private func advance(_ bench: LabBench, seconds: Int) -> LabSpan {
    var result = LabSpan()
    for _ in 0..<30 * seconds {
      let span = bench.advance(by: .microseconds(33_333))
      result.procedures += span.procedures
      result.frames += span.frames
      result.troubles += span.troubles
    }
    return result
  }

  private func setup(
    _ accessory: String, phone: String = "iphone-ios27", metres: Double
  ) throws -> LabSetup {
    LabSetup(
      accessory: try Shipped.profile(accessory), phone: try Shipped.phone(phone),
      surroundings: try Shipped.environment("line-of-sight"),
      scene: LabScene(
        phone: Position(xMetres: metres, yMetres: 0), accessory: Position(xMetres: 0, yMetres: 0)), seed: 1)
  }
}
