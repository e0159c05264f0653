import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Feature exchange")
struct FeatureExchangeTests {
  @Test("page 0 reaches the asking host with one PDU each way", arguments: LinkRole.allCases)
  func pageZero(role: LinkRole) {
    var link = TestLink()
    link.request(.readRemoteFeatures, on: role)
    link.run()
    var expected = link[role.peer].control.identity.features
    expected.page1 = [UInt8](repeating: 0, count: 24)
    #expect(link[role].notifications == [.remoteFeatures(.success, expected)])
    let request = link[role].sent[0].opcode
    #expect(request == (role == .central ? 0x08 : 0x0E))
  }

  @Test("the answer has the features of both sides in octet 0 and the sender's own beyond")
  func usedFeatures() {
    var link = TestLink()
    let answer = link.inject(.featureReq(FeatureReq(featureSet: 0x01)), into: .peripheral)
    let own = LinkFixtures.reflector.features.page0
    #expect(answer == [.featureRsp(FeatureRsp(featureSet: own.subtracting(0xFE)))])
  }

  @Test("all features need page 0, then LL_FEATURE_EXT_REQ for page 1", arguments: LinkRole.allCases)
  func allPages(role: LinkRole) {
    var link = TestLink()
    link.request(.readAllRemoteFeatures(pages: 10), on: role)
    link.run()
    let features = link[role.peer].control.identity.features
    #expect(
      link[role].notifications
        == [.allRemoteFeatures(.success, maxRemotePage: 1, maxValidPage: 1, features)])
    #expect(link[role].sent.count == 2)
    #expect(link[role].control.remoteFeatures?[.channelSoundingEnhancement1] == true)
  }

  @Test("a peer without the extended feature set is asked for page 0 only")
  func noExtendedFeatureSet() {
    var identity = LinkFixtures.reflector
    identity.features[.extendedFeatureSet] = false
    var link = TestLink(peripheral: identity)
    link.request(.readAllRemoteFeatures(pages: 10), on: .central)
    link.run()
    #expect(link.central.sent.count == 1)
    guard case .allRemoteFeatures(.success, 0, 0, _)? = link.central.notifications.first else {
      Issue.record("no features: \(link.central.notifications)")
      return
    }
  }

  @Test("a central without the feature answers LL_PERIPHERAL_FEATURE_REQ with LL_UNKNOWN_RSP")
  func peripheralFeatureRequestUnknown() {
    var identity = LinkFixtures.initiator
    identity.features[.peripheralInitiatedFeaturesExchange] = false
    var link = TestLink(central: identity)
    link.request(.readRemoteFeatures, on: .peripheral)
    link.run()
    #expect(link.peripheral.notifications == [.remoteFeatures(.unsupportedRemoteFeature, FeatureSet())])
  }

  @Test("a peripheral that cannot ask says so to its host, until it knows the features anyway")
  func peripheralCannotAsk() {
    var identity = LinkFixtures.reflector
    identity.features[.peripheralInitiatedFeaturesExchange] = false
    var link = TestLink(peripheral: identity)
    #expect(link.request(.readRemoteFeatures, on: .peripheral) == .unsupportedFeatureOrParameterValue)
    link.request(.readRemoteFeatures, on: .central)
    link.run()
    #expect(link.request(.readRemoteFeatures, on: .peripheral) == .success)
  }

  @Test("unreported features are left out on the air only")
  func unreported() {
    var identity = LinkFixtures.reflector
    identity.unreportedFeatures = FeatureSet([.channelSounding, .channelSoundingEnhancement1])
    var link = TestLink(peripheral: identity)
    link.request(.readAllRemoteFeatures(pages: 1), on: .central)
    link.run()
    let remote = link.central.control.remoteFeatures
    #expect(remote?[.channelSounding] == false)
    #expect(remote?[.channelSoundingEnhancement1] == false)
    #expect(remote?[.channelSoundingHostSupport] == true)
  }
}
