import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("What a phone asks for is never held against the accessory")
struct PhoneTests {
  static func results(
    _ ids: [String], _ change: (inout CheckRequest) -> Void
  ) throws -> [String: RequirementResult] {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ids)
    change(&request)
    let results = CheckRunner(request).run().report.requirements
    return Dictionary(uniqueKeysWithValues: results.map { ($0.id, $0) })
  }

  static let ranging = ["CS-A03", "CS-A05", "CS-A06", "CS-A07", "CS-A12", "CS-A13"]

  static func isExcused(_ result: RequirementResult, _ verdict: Verdict, _ reason: String) -> Bool {
    result.cases.contains { $0.verdict == verdict && $0.reason?.contains(reason) == true }
      && !result.cases.contains { $0.verdict == .fail }
  }

  @Test(
    "several antennas of the phone are its own matter; those that the accessory lacks leave nothing to test",
    arguments: [(1, nil), (2, nil), (4, "needs 2 antennas"), (7, "needs 2 antennas")]
      as [(AntennaConfiguration, String?)])
  func antennas(_ index: AntennaConfiguration, _ reason: String?) throws {
    let results = try Self.results(Self.ranging) {
      $0.phone.procedures.toneAntennaConfigSelection = index
      $0.profile.csCapabilities.maxAntennaPaths = 4
    }
    for (id, result) in results {
      if let reason {
        #expect(Self.isExcused(result, .notApplicable, reason), "\(id): \(result.reason ?? "")")
      } else {
        #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")")
      }
    }
  }

  @Test("a phone that takes the most antenna paths takes those that the accessory has", arguments: [1, 2, 4])
  func mostAntennaPaths(_ paths: UInt8) throws {
    let results = try Self.results(Self.ranging) {
      $0.phone.procedures.toneAntennaConfigSelection = 7
      $0.phone.takesMostAntennaPaths = true
      $0.profile.csCapabilities.maxAntennaPaths = paths
    }
    for (id, result) in results { #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")") }
  }

  @Test("channel selection #3c is run where it is claimed, and else there is nothing to test")
  func channelSelection() throws {
    let without = try Self.results(["CS-A06"]) {
      $0.phone.configuration.channelSelection = 1
      $0.profile.csCapabilities.subfeatures.remove(.channelSelection3c)
    }
    let result = try #require(without["CS-A06"])
    #expect(Self.isExcused(result, .notApplicable, "ChSel"), "\(result.reason ?? "")")
    let with = try Self.results(["CS-A06"]) {
      $0.phone.configuration.channelSelection = 1
      $0.profile.csCapabilities.subfeatures.insert(.channelSelection3c)
    }
    #expect(with["CS-A06"]?.verdict == .pass)
  }

  @Test("a CS_SYNC PHY that the accessory does not claim leaves nothing to test")
  func syncPHY() throws {
    for (id, result) in try Self.results(
      Self.ranging,
      {
        $0.phone.configuration.csSyncPHY = 3
        $0.profile.csCapabilities.csSyncPHYs = 0
      })
    {
      #expect(Self.isExcused(result, .notApplicable, "CS_SYNC_PHY"), "\(id): \(result.reason ?? "")")
    }
  }

  @Test("subevents that do not fit between two connection events are inconclusive")
  func longSubevents() throws {
    for (id, result) in try Self.results(
      Self.ranging,
      {
        $0.phone.connection.intervalMilliseconds = 7.5
        $0.phone.procedures.minSubeventLen = 20_000
        $0.phone.procedures.maxSubeventLen = 20_000
      })
    {
      #expect(Self.isExcused(result, .inconclusive, "own controller"), "\(id): \(result.reason ?? "")")
    }
  }

  @Test("a sub mode and an RTT that the accessory lacks are named, and inconclusive")
  func lacking() throws {
    let changes: [(String, (inout CheckRequest) -> Void)] = [
      (
        "Sub_Mode",
        {
          ($0.phone.configuration.subMode, $0.phone.configuration.minMainModeSteps) = (.mode3, 5)
          $0.phone.configuration.maxMainModeSteps = 5
          $0.profile.csCapabilities.modes.remove(.mode3)
        }
      ),
      (
        "RTT_Type",
        {
          ($0.phone.configuration.subMode, $0.phone.configuration.minMainModeSteps) = (.mode1, 5)
          $0.phone.configuration.maxMainModeSteps = 5
          $0.phone.configuration.rttType = .sounding96
          $0.profile.csCapabilities.rttSoundingN = 0
        }
      ),
    ]
    for (field, change) in changes {
      let result = try #require(try Self.results(["CS-A06"], change)["CS-A06"])
      let cause = "requests more than is claimed: \(field)"
      #expect(Self.isExcused(result, .inconclusive, cause), "\(result.reason ?? "")")
    }
  }

  @Test("data of a single segment, during whose transfer nothing can come, is inconclusive")
  func singleSegment() throws {
    var request = try Shipped.request("everything", only: ["RAS-10", "RAS-12"])
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    (request.phone.procedures.minSubeventLen, request.phone.procedures.maxSubeventLen) = (1_250, 1_250)
    for result in CheckRunner(request).run().report.requirements {
      #expect(Self.isExcused(result, .inconclusive, "a single segment"), "\(result.reason ?? "")")
    }
  }

  @Test("procedures without room for tones are inconclusive")
  func shortProcedures() throws {
    for (id, result) in try Self.results(
      ["CS-A03", "CS-A05", "CS-A06", "CS-A07", "CS-A17", "CS-A21"],
      {
        $0.phone.procedures.maxProcedureLen = 1
      })
    {
      #expect(Self.isExcused(result, .inconclusive, "room for"), "\(id): \(result.reason ?? "")")
    }
  }

  @Test("a bound to the procedures in a row fails the endless series and nothing else")
  func boundedSeries() throws {
    for (id, result) in try Self.results(
      Self.ranging,
      {
        $0.profile.csCapabilities.maxConsecutiveProcedures = 2
      })
    {
      #expect(result.verdict == (id == "CS-A12" ? .fail : .pass), "\(id): \(result.reason ?? "")")
    }
  }

  @Test(
    "slow and fast connections, with and without latency, change no verdict",
    arguments: [(7.5, 0), (10, 0), (11.25, 0), (1000, 0), (4000, 0), (30, 3)] as [(Double, UInt16)])
  func connections(_ interval: Double, _ latency: UInt16) throws {
    let ids = ["CS-A01", "CS-A02", "CS-A03", "CS-A07", "CS-A08", "CS-A09", "CS-A10", "CS-A13"]
    for (id, result) in try Self.results(
      ids,
      {
        $0.phone.connection.intervalMilliseconds = interval
        $0.phone.connection.latency = latency
        $0.phone.connection.supervisionTimeoutMilliseconds = max(2000, interval * 7)
      })
    {
      #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")")
    }
  }

  @Test("an interval beyond the timeout is inconclusive, however large the numbers")
  func rareProcedures() throws {
    for (id, result) in try Self.results(
      ["CS-A06", "CS-A13"],
      {
        $0.phone.connection.intervalMilliseconds = 4000
        $0.phone.connection.supervisionTimeoutMilliseconds = 32_000
        $0.phone.procedures.minProcedureInterval = 65_535
        $0.phone.procedures.maxProcedureInterval = 65_535
      })
    {
      #expect(Self.isExcused(result, .inconclusive, "longer than an hour"), "\(id): \(result.reason ?? "")")
    }
  }

  @Test("an accessory with the shortest data PDUs passes what one with long ones passes")
  func shortPDUs() throws {
    for (id, result) in try Self.results([], { $0.profile.link.maximumDataOctets = 27 })
    // One antenna is claimed.
    where id != "CS-A24" {
      #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")")
    }
  }

  @Test("any of the services that a phone looks for will do")
  func services() throws {
    let other = try #require(AttributeUUID(text: "0x1801"))
    let results = try Self.results(["CS-A09"]) { $0.phone.match.services.insert(other, at: 0) }
    let result = try #require(results["CS-A09"])
    #expect(result.verdict == .pass)
    #expect(result.decisiveStep?.required == "service 0x1801 or 0x185B within 31 s")
    let none = try Self.results(["CS-A09"]) { $0.phone.match.services = [other] }
    #expect(none["CS-A09"]?.verdict == .fail)
  }

  @Test("manufacturer data is compared where the mask has ones", arguments: [(0xF0, true), (0xFF, false)])
  func manufacturerData(_ mask: UInt8, _ isFound: Bool) throws {
    let results = try Self.results(["CS-A09"]) {
      $0.profile.advertising.companyID = 0x59
      $0.profile.advertising.manufacturerData = [0xAB]
      $0.phone.match.services = []
      $0.phone.match.companyID = 0x59
      $0.phone.match.manufacturerData = [0xA0]
      $0.phone.match.manufacturerMask = [mask]
    }
    #expect(results["CS-A09"]?.verdict == (isFound ? .pass : .fail))
  }

  @Test("a phone that reads results over GATT is warned where the Ranging Service is missing")
  func rangingService() throws {
    let results = try Self.results(["CS-A10"]) { $0.phone.readsRangingService = true }
    let result = try #require(results["CS-A10"])
    #expect(result.verdict == .pass && result.warnings.count == 1)
  }

  @Test("a phone without inline PCT ranges as endlessly as one with it")
  func plainSeries() throws {
    for (id, result) in try Self.results(["CS-A12", "CS-A13"], { $0.phone.asksForInlinePCT = false }) {
      #expect(result.verdict == .pass, "\(id): \(result.reason ?? "")")
    }
  }
}
