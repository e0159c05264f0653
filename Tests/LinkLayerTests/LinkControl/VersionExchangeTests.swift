import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Version exchange")
struct VersionExchangeTests {
  @Test("tells the asking host what the peer sent", arguments: LinkRole.allCases)
  func exchange(role: LinkRole) {
    var link = TestLink()
    #expect(link.request(.readRemoteVersion, on: role) == .success)
    link.run()
    let expected = LinkNotification.remoteVersion(.success, version: 0x11, companyID: 0x0059, subversion: 7)
    #expect(link[role].notifications == [expected])
    #expect(link[role.peer].notifications.isEmpty)
  }

  @Test("each side sends LL_VERSION_IND once")
  func sentOnce() {
    var link = TestLink()
    link.request(.readRemoteVersion, on: .central)
    link.request(.readRemoteVersion, on: .peripheral)
    link.run()
    link.request(.readRemoteVersion, on: .central)
    link.run()
    #expect(link.central.sent.count == 1)
    #expect(link.peripheral.sent.count == 1)
    #expect(link.central.notifications.count == 2)
    #expect(link.inject(.versionInd(VersionInd()), into: .peripheral).isEmpty)
  }
}
