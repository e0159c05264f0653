import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Frame space updates")
struct FrameSpaceTests {
  /// A link of two devices that claim the feature, on LE 1M and LE 2M.
  private static func link(interval: ConnectionInterval = 40) -> TestLink {
    var (one, other) = (LinkFixtures.initiator, LinkFixtures.reflector)
    one.features[.frameSpaceUpdate] = true
    other.features[.frameSpaceUpdate] = true
    return TestLink(central: one, peripheral: other, interval: interval)
  }

  private static func wish(
    _ range: ClosedRange<FrameSpace>, phys: PHYSet = .le1M,
    types: SpacingTypes = [.centralToPeripheral, .peripheralToCentral]
  ) -> FrameSpaceReq {
    var pdu = FrameSpaceReq()
    (pdu.fsMin, pdu.fsMax, pdu.phys, pdu.spacingTypes) = (range.lowerBound, range.upperBound, phys, types)
    return pdu
  }

  private static func answer(_ fs: FrameSpace, phys: PHYSet, types: SpacingTypes) -> FrameSpaceRsp {
    var pdu = FrameSpaceRsp()
    (pdu.fs, pdu.phys, pdu.spacingTypes) = (fs, phys, types)
    return pdu
  }

  @Test("either side asks, and both take the lowest space in the range", arguments: LinkRole.allCases)
  func change(role: LinkRole) {
    var link = Self.link()
    let wish = Self.wish(
      400...900, phys: [.le1M, .le2M], types: [.centralToPeripheral, .betweenEvents])
    #expect(link.request(.updateFrameSpace(wish), on: role) == .success)
    link.run(events: 3)
    let answer = Self.answer(400, phys: wish.phys, types: wish.spacingTypes)
    #expect(link[role].sent == [.frameSpaceReq(wish)] && link[role.peer].sent == [.frameSpaceRsp(answer)])
    #expect(link[role].notifications == [.frameSpaceUpdated(.success, isOwn: true, answer)])
    #expect(link[role.peer].notifications == [.frameSpaceUpdated(.success, isOwn: false, answer)])
    for side in [link.central, link.peripheral] {
      #expect(side.frameSpaces[.centralToPeripheral, .le1M] == 400)
      #expect(side.frameSpaces[.betweenEvents, .le2M] == 400)
      #expect(side.frameSpaces[.peripheralToCentral, .le1M] == 150)
      #expect(side.frameSpaces[.centralToPeripheral, .leCoded] == 150)
      #expect(side.control.isIdle)
    }
  }

  @Test("a range that holds the spaces in use changes nothing, and only the side that asked reports it")
  func unchanged() {
    var link = Self.link()
    link.request(.updateFrameSpace(Self.wish(0...150)), on: .central)
    link.run(events: 3)
    #expect(link.central.sent == [.frameSpaceReq(Self.wish(150...150))])
    let answer = Self.answer(150, phys: [], types: 0)
    #expect(link.peripheral.sent == [.frameSpaceRsp(answer)] && link.peripheral.notifications.isEmpty)
    #expect(link.central.notifications == [.frameSpaceUpdated(.success, isOwn: true, answer)])
  }

  @Test("the answer leaves out the PHYs and spaces that the device lacks")
  func partly() {
    var link = Self.link()
    #expect(
      link.inject(.frameSpaceReq(Self.wish(200...300, phys: 7, types: 0b11010)), into: .peripheral)
        == [.frameSpaceRsp(Self.answer(200, phys: [.le1M, .le2M], types: 0b10))])
  }

  @Test("no PHY and no space are rejected with 0x1E, a range out of reach with 0x11")
  func rejections() {
    let cases: [(wish: FrameSpaceReq, code: ErrorCode)] = [
      (Self.wish(150...300, phys: []), .invalidLLParameters),
      (Self.wish(150...300, types: 0), .invalidLLParameters),
      (Self.wish(60...149), .unsupportedFeatureOrParameterValue),
      (Self.wish(150...10_001), .unsupportedFeatureOrParameterValue),
      (Self.wish(150...300, phys: .leCoded), .unsupportedFeatureOrParameterValue),
      (Self.wish(150...300, types: 0b11000), .unsupportedFeatureOrParameterValue),
    ]
    for (wish, code) in cases {
      var link = Self.link()
      #expect(link.inject(.frameSpaceReq(wish), into: .peripheral) == [.reject(.frameSpaceReq, code)])
      #expect(link.peripheral.frameSpaces == FrameSpaces())
    }
  }

  @Test("spaces that do not fit the interval with the longest packets are rejected with 0x11")
  func interval() {
    for (space, fits) in [(6_694, true), (6_695, false)] as [(FrameSpace, Bool)] {
      var link = Self.link(interval: 6)
      let sent = link.inject(.frameSpaceReq(Self.wish(space...space, types: 1)), into: .peripheral)
      #expect(
        sent == [
          fits
            ? .frameSpaceRsp(Self.answer(space, phys: .le1M, types: 1))
            : .reject(.frameSpaceReq, .unsupportedFeatureOrParameterValue)
        ])
    }
  }

  @Test("an answer beyond the request changes nothing")
  func beyond() {
    for answer in [Self.answer(199, phys: .le1M, types: 1), Self.answer(200, phys: 3, types: 1)] {
      var link = Self.link()
      link.request(.updateFrameSpace(Self.wish(200...300)), on: .central)
      _ = link.inject(.frameSpaceRsp(answer), into: .central)
      #expect(
        link.central.notifications == [
          .frameSpaceUpdated(.invalidLLParameters, isOwn: true, FrameSpaceRsp())
        ])
      #expect(link.central.frameSpaces == FrameSpaces())
    }
  }

  @Test("a host's request is refused for what is illegal, not supported here, or not there")
  func refusals() {
    let cases: [(wish: FrameSpaceReq, code: ErrorCode)] = [
      (Self.wish(150...300, phys: []), .invalidHCICommandParameters),
      (Self.wish(150...300, types: 0), .invalidHCICommandParameters),
      (Self.wish(150...10_001), .invalidHCICommandParameters),
      (Self.wish(60...149), .unsupportedFeatureOrParameterValue),
      (Self.wish(150...300, phys: .leCoded), .unsupportedFeatureOrParameterValue),
      (Self.wish(150...300, types: 0b1000), .unsupportedFeatureOrParameterValue),
    ]
    var link = Self.link()
    for (wish, code) in cases {
      #expect(link.request(.updateFrameSpace(wish), on: .central) == code)
    }
    var reversed = Self.wish(200...300)
    reversed.fsMax = 199
    #expect(link.request(.updateFrameSpace(reversed), on: .central) == .invalidHCICommandParameters)
    link.peripheral.control.identity.features[.frameSpaceUpdate] = false
    link.request(.readAllRemoteFeatures(pages: 1), on: .central)
    link.run(events: 5)
    #expect(
      link.request(.updateFrameSpace(Self.wish(150...300)), on: .central) == .unsupportedRemoteFeature)
  }

  @Test("a peer that does not know the request ends it with 0x1A")
  func unknown() {
    var link = Self.link()
    link.peripheral.control.identity.features[.frameSpaceUpdate] = false
    link.request(.updateFrameSpace(Self.wish(200...300)), on: .central)
    link.run(events: 3)
    #expect(link.peripheral.sent == [.unknownRsp(UnknownRsp(unknownType: 0x3B))])
    #expect(
      link.central.notifications == [
        .frameSpaceUpdated(.unsupportedRemoteFeature, isOwn: true, FrameSpaceRsp())
      ])
  }

  @Test("of two requests at once that of the central counts")
  func collision() {
    var link = Self.link()
    link.request(.updateFrameSpace(Self.wish(200...300)), on: .peripheral)
    link.request(.updateFrameSpace(Self.wish(400...500)), on: .central)
    link.run(events: 5)
    let answer = Self.answer(400, phys: .le1M, types: 0b11)
    #expect(link.central.notifications == [.frameSpaceUpdated(.success, isOwn: true, answer)])
    #expect(
      link.peripheral.notifications == [
        .frameSpaceUpdated(.llProcedureCollision, isOwn: true, FrameSpaceRsp()),
        .frameSpaceUpdated(.success, isOwn: false, answer),
      ])
    #expect(link.central.frameSpaces == link.peripheral.frameSpaces)
  }
}
