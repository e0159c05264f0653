import AccessoryProfile
import ChannelSounding
import Conformance
import ConformanceTester
import TestSupport
import Testing

@Suite("The accessory that claims everything")
struct EverythingTests {
  @Test("claims every item of the conformance statement but the one that excludes another")
  func claims() throws {
    let profile = try Shipped.profile("everything")
    let missing = Claim.all.filter { !$0.holds(in: profile) }
    #expect(missing == [.noActuationErrors])
    for claim in [Claim.antennas(4), .antennaPaths(4), .configurations(4)] {
      #expect(claim.holds(in: profile), "\(claim.words)")
    }
  }

  @Test("claims every time, every level of the SNR and every option of the Ranging Service")
  func values() throws {
    let profile = try Shipped.profile("everything")
    let claimed = profile.csCapabilities
    #expect(claimed.tIP1 == 0x7F && claimed.tIP2 == 0x7F && claimed.tIP2IPT == 0x7F)
    #expect(claimed.tFCS == 0x1FF && claimed.tPM == 0b11 && claimed.txSNR == 0b1_1111)
    #expect(claimed.rtt2MAAOnlyN > 0 && claimed.rtt2MSoundingN > 0 && claimed.rtt2MRandomSequenceN > 0)
    #expect(profile.faeTable.contains { $0 > 0 } && profile.faeTable.contains { $0 < 0 })
    let ranging = profile.gatt.ranging
    #expect(ranging.sendsRealTime && ranging.resendsLostSegments && ranging.aborts && ranging.filters)
    #expect(profile.gatt.maximumMTU == 517 && profile.link.maximumDataOctets == 251)
    #expect(profile.notices.isEmpty)
  }
}
