import Capture
import ChannelSounding
import Conformance
import ConformanceCases
import ConformanceTester
import CoreTypes
import Faults
import Profiles
import RadioModel
import TestSupport
import Testing
import Verdicts

@Suite("What a phone does in a session")
struct SessionTests {
  /// The result of one requirement for a profile that is changed.
  private static func result(
    _ id: String, of set: String = "apple-ios27-cs", _ profile: String = "nordic-nrf54l15-ipt",
    phone: String = "iphone-ios27", seed: UInt64 = 1, _ change: (inout AccessoryProfile) -> Void = { _ in }
  ) throws -> (result: RequirementResult, outcome: CheckOutcome) {
    var request = try Shipped.request(profile, seed: seed, only: [id])
    request.requirements = try Shipped.requirements(set)
    request.phone = try Shipped.phone(phone)
    change(&request.profile)
    let outcome = CheckRunner(request).run()
    return (try #require(outcome.report.requirements.first), outcome)
  }

  @Test("a constant delay is reported and fails nothing", arguments: [-5.0, 5, 20])
  func constantDelay(nanoseconds: Double) throws {
    let result = try Self.result("CS-A03") { $0.radio.fixedDelayNanoseconds = nanoseconds }.result
    #expect(result.verdict == .pass)
    let step = try #require(
      result.cases.flatMap(\.steps).first { $0.name == "constant distance error" })
    #expect(step.measured.hasPrefix(nanoseconds < 0 ? "constant -" : "constant +"))
    #expect(step.measured.hasSuffix(" ns"))
  }

  @Test("100 us that is perfect passes although a shorter value has not settled")
  func otherValue() throws {
    let fault = try #require(Fault(id: "pll-too-slow-for-80"))
    for (id, verdict) in [("CS-A07", Verdict.pass), ("CS-A20", .fail)] {
      let result = try Self.result(id) { $0.faults = [fault] }.result
      #expect(result.verdict == verdict, "\(id): \(result.reason ?? "")")
    }
  }

  @Test("a list that has shorter values but not 100 us says so, and what is required is what is met")
  func shorterAndLonger() throws {
    let result = try Self.result("CS-A07") {
      $0.csCapabilities.tFCS = CSTimes(microseconds: [80, 120])
    }.result
    #expect(result.verdict == .pass)
    #expect(result.warnings == ["100 us is not claimed, but shorter values are; claimed: 80, 120, 150 us"])
    let step = try #require(
      result.cases.flatMap(\.steps).first { $0.name == "T_FCS list in LL_CS_CAPABILITIES_RSP" })
    #expect(step.required == "100 us or a shorter value listed")
    for id in ["CS/TIM/BV-02", "CS/TIM/BV-03"] {
      let steps = result.cases.first { $0.id == id }?.steps ?? []
      #expect(steps.contains { $0.name == "T_FCS 80 us on the air" }, "\(id)")
    }
  }

  @Test("every claimed antenna path is judged, those of the phone's other antenna too")
  func antennaPaths() throws {
    let result = try Self.result("CS-A24", "silabs-xg24").result
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    let names = result.cases.flatMap(\.steps).map(\.name)
    for side in ["of the accessory", "at the accessory"] {
      for path in 1...4 {
        let name = "usable tones \(side), antenna path \(path) with 2 antennas of the phone"
        #expect(names.contains(name), "\(name) is not judged")
      }
    }
  }

  @Test("an accessory that does not know a returning phone's new address fails the bond and the reconnection")
  func forgottenAddress() throws {
    for id in ["CS-A08", "CS-A17"] {
      let result = try Self.result(id, "defective/forgets-phone-address").result
      #expect(result.verdict == .fail, "\(id): \(result.reason ?? "")")
      let steps = result.cases.flatMap(\.steps).filter { $0.measured == "accepted" }
      #expect(id == "CS-A17" || steps.contains { $0.name == "encryption with the stored key" })
    }
  }

  @Test("a Device Name is read to its end, though one response at the default ATT_MTU has 22 octets")
  func longName() throws {
    let result = try Self.result("ADG-17", of: "apple-adg-ble", "reference") {
      $0.advertising.name = "A name of 29 octets, and so o"
    }.result
    let step = try #require(result.cases.flatMap(\.steps).first { $0.name == "Device Name" })
    #expect(step.measured == "29 octets")
  }

  @Test(
    "the bond is looked for when the granted timeout is over, whatever was granted",
    arguments: 1...10 as ClosedRange<UInt64>)
  func grantedTimeout(seed: UInt64) throws {
    for milliseconds in [2_000.0, 4_000, 6_000] {
      let result = try Self.result("CS-A08", "reference", seed: seed) {
        $0.link.requestedTimeoutMilliseconds = milliseconds
      }.result
      #expect(result.verdict == .pass, "\(milliseconds) ms, seed \(seed): \(result.reason ?? "")")
    }
  }

  @Test(
    "a requested timeout that releases of the guidelines differ about gets a warning, not a failure",
    arguments: [
      (1_990.0, Verdict.fail, false), (2_000, .pass, false), (6_000, .pass, false), (6_010, .pass, true),
      (18_000, .pass, true), (18_010, .fail, false),
    ])
  func disputedTimeout(milliseconds: Double, verdict: Verdict, isDisputed: Bool) throws {
    let result = try Self.result("ADG-08", of: "apple-adg-ble", "reference") {
      $0.link.requestsConnectionParameters = true
      $0.link.requestedTimeoutMilliseconds = milliseconds
    }.result
    #expect(result.verdict == verdict, "\(result.reason ?? "")")
    #expect(result.warnings.isEmpty != isDisputed, "\(result.warnings)")
  }

  @Test("a server that keeps one procedure gives the distance of each", arguments: [1, 2, 16])
  func buffers(count: Int) throws {
    let result = try Self.result(
      "AND-06", of: "android16-ranging-cs", "nordic-nrf54l15-ras", phone: "android16"
    ) {
      $0.gatt.ranging.bufferCount = count
      $0.gatt.ranging.sendsRealTime = false
    }.result
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test("an accessory with a table of frequency errors has a steady offset")
  func actuationErrors() throws {
    let result = try Self.result("RF-08", of: "core-6-3-rfphy") {
      $0.csCapabilities.subfeatures.remove(.noFAE)
      $0.faeTable = FAETable((0..<72).map { Int8($0 * 7 % 64 - 32) })
    }.result
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test(
    "an oscillator that hardly settles fails, although its phases go round",
    arguments: 1...6 as ClosedRange<UInt64>)
  func hardlySettles(seed: UInt64) throws {
    for microseconds in [20.0, 30, 50] {
      let result = try Self.result("RF-07", of: "core-6-3-rfphy", seed: seed) {
        $0.radio.pllSettlingTauMicroseconds = microseconds
      }.result
      #expect(result.verdict != .pass, "\(microseconds) us, seed \(seed)")
    }
  }

  @Test(
    "thousands of procedures leave the first, the last and the odd ones in the capture",
    arguments: ["nordic-nrf54l15-ipt", "silabs-xg24"])
  func shortCapture(profile: String) throws {
    let (result, outcome) = try Self.result("CS-A12", profile)
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    let steps = result.cases.flatMap(\.steps)
    #expect(steps.contains { $0.measured == "3000 procedures" })
    #expect(steps.contains { $0.name == "phase residual in 2990 procedures" })
    #expect(outcome.capture.count < 6_000)
    let remarks = outcome.capture.frames.flatMap(\.comments)
    #expect(remarks.contains { $0.contains("frames before this one are not kept") })
    // A finding behind the gap points to what it is about.
    for step in steps where step.name.hasPrefix("procedures of an endless series") {
      #expect(!step.frames.isEmpty)
      for frame in step.frames {
        #expect(outcome.capture[frame].comments.contains { $0.hasPrefix("CS-A12") })
        #expect(outcome.capture[frame].interface == .hciInitiator)
      }
    }
  }

  @Test("a place whose echoes are drawn anew has no line to look for")
  func drawnEchoes() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A12"])
    request.environment = try Shipped.environment("office")
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(!result.cases.flatMap(\.steps).contains { $0.name.hasPrefix("phase residual in") })
  }

  @Test("the longest series of a slow phone is watched for twenty minutes")
  func slowPhone() throws {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A12"])
    request.phone.procedures.minProcedureInterval = 100
    request.phone.procedures.maxProcedureInterval = 100
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(result.cases.flatMap(\.steps).contains { $0.measured == "200 procedures" })
  }

  @Test("a first procedure that latency puts off is awaited", arguments: ["everything", "reference"])
  func latency(profile: String) throws {
    let result = try Self.result("CS-A12", profile) { $0.link.requestedLatency = 19 }.result
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
  }

  @Test(
    "a series that stops is caught wherever it does",
    arguments: [
      ("stops-after-45-procedures", "45 completed, then no CS_SYNC received"),
      ("endless-series-ends", "64 completed, then"),
      ("stops-after-256-procedures", "256 completed, then no CS_SYNC received"),
      ("stops-after-1000-procedures", "1000 completed, then no CS_SYNC received"),
    ])
  func stops(name: String, measured: String) throws {
    let result = try Self.result("CS-A12", "defective/\(name)").result
    #expect(result.verdict == .fail)
    #expect(result.reason?.contains(measured) == true, "\(result.reason ?? "")")
  }

  @Test(
    "phases that are lost at times, and a delay that creeps, show in the middle of a series",
    arguments: [
      ("phase-lost-at-times", "phase residual in 2990 procedures"),
      ("delay-creeps", "distance of 2990 procedures against the first 10"),
    ])
  func lines(name: String, step: String) throws {
    let result = try Self.result("CS-A12", "defective/\(name)").result
    #expect(result.verdict == .fail)
    #expect(result.cases.flatMap(\.steps).contains { $0.name == step && !$0.isMet })
  }

  @Test("a series that stops with its counter is caught past it")
  func stopsWithCounter() throws {
    let defective = try Self.result("LL-60", of: "core-6-3-ll", "defective/stops-after-65535-procedures")
      .result
    #expect(defective.verdict == .fail)
    #expect(
      defective.reason?.contains("65535 complete on both sides, then one aborted") == true,
      "\(defective.reason ?? "")")
    let (result, outcome) = try Self.result("LL-60", of: "core-6-3-ll")
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(outcome.capture.count < 2_000)
  }

  @Test(
    "a session's modes pass at any connection interval and procedure interval",
    arguments: [7.5, 15, 60, 400], [1, 4] as [UInt16])
  func intervals(milliseconds: Double, events: UInt16) throws {
    for profile in ["nordic-nrf54l15-ipt", "silabs-xg24", "everything"] {
      var request = try Shipped.request(
        profile, only: ["CS-A21", "CS-A22", "CS-A23", "CS-A24", "CS-A25"])
      request.phone.connection.intervalMilliseconds = milliseconds
      // A procedure of 72 steps takes 70 ms at most.
      let least = UInt16((140 / milliseconds).rounded(.up))
      request.phone.procedures.minProcedureInterval = max(events, least)
      request.phone.procedures.maxProcedureInterval = max(events, least)
      for result in CheckRunner(request).run().report.requirements {
        let isFree = result.id == "CS-A24" && profile == "nordic-nrf54l15-ipt"
        #expect(
          result.verdict == (isFree ? .notApplicable : .pass),
          "\(profile), \(result.id): \(result.reason ?? "")")
      }
    }
  }

  @Test("a channel map that latency puts off is awaited", arguments: ["everything", "reference"])
  func latencyOfChannelMap(profile: String) throws {
    for latency in [29, 120] as [UInt16] {
      let result = try Self.result("CS-A21", profile) {
        $0.link.requestedLatency = latency
        $0.link.requestedTimeoutMilliseconds = 30_000
      }.result
      #expect(result.verdict == .pass, "latency \(latency): \(result.reason ?? "")")
    }
  }

  @Test("an accessory with a limit of procedures in a row is asked for no more")
  func limitedSeries() throws {
    for most in [1, 5, 12, 60] {
      for id in ["CS-A21", "CS-A22", "CS-A23", "CS-A25"] {
        let result = try Self.result(id) { $0.csCapabilities.maxConsecutiveProcedures = ProcedureCount(most) }
          .result
        let isAsked = id != "CS-A22" || most >= 10
        #expect(
          result.verdict == (isAsked ? .pass : .notApplicable), "\(most), \(id): \(result.reason ?? "")")
      }
    }
  }
}
