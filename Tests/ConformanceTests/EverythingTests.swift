import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("The accessory that claims everything")
struct EverythingTests {
  @Test("claims every item of the conformance statement but one that excludes another and Frame Space Update")
  func claims() throws {
    let profile = try Shipped.profile("everything")
    let missing = Claim.all.filter { !$0.holds(in: profile) }
    #expect(missing == [.noActuationErrors, .feature(.frameSpaceUpdate)])
    for claim in [Claim.antennas(4), .antennaPaths(4), .configurations(4)] {
      #expect(claim.holds(in: profile), "\(claim.words)")
    }
  }

  @Test("has its modes, sequences, PHYs, antennas and paths exercised by the sets of the Core specification")
  func exercised() throws {
    let profile = try Shipped.profile("everything")
    var reports = try ["core-6-3-ll", "core-6-3-rfphy"].map { set in
      let matrix = try #require(RequirementMatrix.all.first { $0.set == set })
      return CheckRunner(try matrix.request("everything", seed: 1)).run().report
    }
    reports.noteIdleDeclarations { _ in profile }
    #expect(reports[0].notices == [])
  }

  @Test("is told what the set of a phone leaves out")
  func idle() throws {
    let profile = try Shipped.profile("everything")
    var reports = [CheckRunner(try Shipped.request("everything", only: ["CS-A06"])).run().report]
    reports.noteIdleDeclarations { _ in profile }
    let notice = try #require(reports[0].notices.last)
    #expect(
      notice.hasPrefix("declared, but not exercised by any case of apple-ios27-cs: mode-1, mode-3, RTT with"))
    #expect(notice.contains("CS_SYNC on LE 2M 2BT, 4 antennas, 4 antenna paths"))
  }

  @Test("claims every time, every level of the SNR and every option of the Ranging Service")
  func values() throws {
    let profile = try Shipped.profile("everything")
    let claimed = profile.csCapabilities
    #expect(claimed.tIP1 == 0x7F && claimed.tIP2 == 0x7F && claimed.tail.tIP2IPT == 0x7F)
    #expect(claimed.tFCS == 0x1FF && claimed.tPM == 0b11 && claimed.txSNR == 0b1_1111)
    #expect(
      claimed.tail.rtt2MAAOnlyN > 0 && claimed.tail.rtt2MSoundingN > 0
        && claimed.tail.rtt2MRandomSequenceN > 0)
    #expect(profile.faeTable.entries.contains { $0 > 0 } && profile.faeTable.entries.contains { $0 < 0 })
    let ranging = profile.gatt.ranging
    #expect(ranging.sendsRealTime && ranging.resendsLostSegments && ranging.aborts && ranging.filters)
    #expect(profile.gatt.maximumMTU == 517 && profile.link.maximumDataOctets == 251)
    #expect(profile.notices.isEmpty)
  }
}
