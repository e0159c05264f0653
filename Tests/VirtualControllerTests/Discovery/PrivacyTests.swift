import CoreTypes
import CryptoToolbox
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Private addresses")
struct PrivacyTests {
  private static let centralKey: [UInt8] = (1...16).map { $0 &* 7 }
  private static let peripheralKey: [UInt8] = (1...16).map { $0 &* 11 }

  private func address(_ bench: ControllerBench, _ role: LinkRole) -> DeviceAddress {
    bench[role].controller.description.address
  }

  /// Gives both hosts each other's keys.
  private func bond(_ bench: ControllerBench, on roles: [LinkRole] = LinkRole.allCases) {
    for role in roles {
      let peer = address(bench, role == .central ? .peripheral : .central)
      let isCentral = role == .central
      bench[role].send(
        LEAddDeviceToResolvingListCommand {
          $0.peerIdentityAddress = peer
          $0.peerIRK = isCentral ? Self.peripheralKey : Self.centralKey
          $0.localIRK = isCentral ? Self.centralKey : Self.peripheralKey
        })
      bench[role].send(LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = .enabled })
    }
    bench.run(.milliseconds(1))
  }

  private func advertise(
    _ bench: ControllerBench, type: AdvertisingType = .connectable,
    ownAddressType: OwnAddressType = .resolvableOrPublic
  ) {
    let peer = address(bench, .central)
    bench.peripheral.send(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x40, 0x40)
        ($0.advertisingType, $0.ownAddressType) = (type, ownAddressType)
        $0.peerAddress.bdAddr = peer.bdAddr
      })
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.run(.milliseconds(1))
  }

  private func initiate(_ bench: ControllerBench, ownAddressType: OwnAddressType = .resolvableOrPublic) {
    let peer = address(bench, .peripheral)
    bench.central.send(
      LECreateConnectionCommand {
        ($0.peerAddress.bdAddr, $0.ownAddressType) = (peer.bdAddr, ownAddressType)
        $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
      })
  }

  private func isMade(_ address: BDADDR, with key: [UInt8]) -> Bool {
    let value = address.rawValue
    return value >> 46 == 1
      && PairingFunctions.ah(
        identityResolvingKey: UInt128(leastSignificantFirst: key), prand: UInt32(value >> 24))
        == UInt32(value & 0xFF_FFFF)
  }

  private func connection(_ host: BenchHost) -> LEEnhancedConnectionCompleteEvent? {
    host.last { if case .leEnhancedConnectionComplete(let event) = $0 { event } else { nil } }
  }

  private func reports(_ host: BenchHost) -> [LEAdvertisingReportEvent.Report] {
    host.events.flatMap { event -> [LEAdvertisingReportEvent.Report] in
      if case .leAdvertisingReport(let event) = event { event.reports } else { [] }
    }
  }

  @Test("two hosts that know each other's keys connect without an identity address on the air")
  func connects() throws {
    let bench = ControllerBench()
    bond(bench)
    advertise(bench)
    initiate(bench)
    #expect(bench.run(until: { connection(bench.central) != nil && connection(bench.peripheral) != nil }))
    let identities = LinkRole.allCases.map { address(bench, $0).bdAddr }
    for frame in bench.log.frames where frame.direction == .advertising {
      for identity in identities {
        #expect(
          !(0...frame.octets.count - 6).contains { Array(frame.octets[$0..<$0 + 6]) == identity.octets })
      }
    }
    let (own, peer) = (try #require(connection(bench.central)), try #require(connection(bench.peripheral)))
    #expect(own.connection.peerAddress == DeviceAddress(identities[1], kind: .publicIdentity))
    #expect(peer.connection.peerAddress == DeviceAddress(identities[0], kind: .publicIdentity))
    #expect(own.localResolvablePrivateAddress == peer.peerResolvablePrivateAddress)
    #expect(peer.localResolvablePrivateAddress == own.peerResolvablePrivateAddress)
    #expect(isMade(own.localResolvablePrivateAddress, with: Self.centralKey))
    #expect(isMade(peer.localResolvablePrivateAddress, with: Self.peripheralKey))
    bench.run(.seconds(1))
    #expect(bench.isConnected)
  }

  @Test("an initiator with a key for its peer needs no random address", arguments: [true, false])
  func withoutRandomAddress(hasKey: Bool) {
    let bench = ControllerBench()
    bond(bench, on: hasKey ? [.central] : [])
    initiate(bench, ownAddressType: .resolvableOrRandom)
    bench.run(.milliseconds(1))
    let expected: ErrorCode = hasKey ? .success : .invalidHCICommandParameters
    #expect(bench.central.status(of: LECreateConnectionCommand.self) == expected)
  }

  @Test("directed advertising names its peer by a private address, and only that peer answers")
  func directed() throws {
    let bench = ControllerBench()
    bond(bench)
    advertise(bench, type: .directed)
    bench.run(.milliseconds(200))
    let directed = try #require(
      try bench.log.advertising { pdu -> AdvDirectInd? in
        if case .advDirectInd(_, let payload) = pdu { payload } else { nil }
      })
    #expect(isMade(directed.value.targetA, with: Self.centralKey))
    #expect(isMade(directed.value.advA, with: Self.peripheralKey))
    initiate(bench)
    #expect(bench.run(until: { connection(bench.central) != nil && connection(bench.peripheral) != nil }))
    #expect(connection(bench.central)?.connection.peerAddress.kind == 2)
  }

  @Test("an initiator that is to use private addresses does not answer to its identity", arguments: [0, 2])
  func directedToIdentity(ownAddressType: UInt8) {
    let bench = ControllerBench()
    bond(bench, on: [.central])
    bench.central.send(
      LESetPrivacyModeCommand {
        ($0.peerIdentityAddress.bdAddr, $0.privacyMode) = (address(bench, .peripheral).bdAddr, .device)
      })
    advertise(bench, type: .directed, ownAddressType: .public)
    initiate(bench, ownAddressType: OwnAddressType(rawValue: ownAddressType))
    let connects = bench.run(until: { connection(bench.central) != nil }, within: .seconds(2))
    #expect(connects == (ownAddressType == 0))
  }

  @Test("a scanner with the keys hears the identity, one without the private address")
  func reported() throws {
    for knows in [true, false] {
      let bench = ControllerBench()
      bond(bench, on: knows ? LinkRole.allCases : [.peripheral])
      advertise(bench)
      bench.central.send(
        LESetScanParametersCommand { ($0.leScanType, $0.ownAddressType) = (.active, 2) })
      bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
      bench.run(.seconds(1))
      let reports = reports(bench.central)
      #expect(reports.contains { $0.eventType == .connectable })
      let isAnswered = reports.contains { $0.eventType == .scanResponse }
      #expect(isAnswered == knows, "the advertiser has to hear a private address")
      for report in reports {
        #expect(report.address.kind == (knows ? 2 : 1))
        #expect((report.address.bdAddr == address(bench, .peripheral).bdAddr) == knows)
        if !knows { #expect(isMade(report.address.bdAddr, with: Self.peripheralKey)) }
      }
    }
  }

  @Test("the filter accept list names peers by their identities")
  func filtered() {
    for isListed in [true, false] {
      let bench = ControllerBench()
      bond(bench)
      let peer = isListed ? address(bench, .peripheral) : DeviceAddress(9, kind: .public)
      bench.central.send(LEAddDeviceToFilterAcceptListCommand { $0.address.bdAddr = peer.bdAddr })
      advertise(bench)
      bench.central.send(LESetScanParametersCommand { $0.scanningFilterPolicy = 1 })
      bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
      bench.run(.seconds(1))
      #expect(reports(bench.central).isEmpty == !isListed)
    }
  }

  @Test("a peer with a key is not heard by its identity address unless its privacy mode allows that")
  func privacyMode() {
    for allows in [true, false] {
      let bench = ControllerBench()
      bond(bench, on: [.central])
      let peer = address(bench, .peripheral)
      if allows {
        bench.central.send(
          LESetPrivacyModeCommand { ($0.peerIdentityAddress.bdAddr, $0.privacyMode) = (peer.bdAddr, .device) }
        )
      }
      advertise(bench, ownAddressType: 0)
      bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
      bench.run(.seconds(1))
      #expect(reports(bench.central).isEmpty == !allows)
      bench.central.send(LESetScanEnableCommand())
      initiate(bench)
      #expect(bench.run(until: { connection(bench.central) != nil }, within: .seconds(2)) == allows)
      if allows { #expect(connection(bench.central)?.connection.peerAddress.kind == 0) }
    }
  }

  @Test("an address changes when its time is over, and is read back")
  func renewed() throws {
    let bench = ControllerBench()
    bond(bench)
    bench.peripheral.send(LESetResolvablePrivateAddressTimeoutCommand { $0.rpaTimeout = 2 })
    advertise(bench)
    bench.run(.milliseconds(5000))
    let used = try bench.log.frames.filter { $0.direction == .advertising }.compactMap { frame -> BDADDR? in
      if case .advInd(_, let payload) = try AdvertisingPDU(decoding: frame.octets) {
        payload.advA
      } else {
        nil
      }
    }
    #expect(Set(used).count == 3)
    #expect(used.allSatisfy { isMade($0, with: Self.peripheralKey) })
    bench.peripheral.send(
      LEReadLocalResolvableAddressCommand { $0.peerIdentityAddress.bdAddr = address(bench, .central).bdAddr })
    bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    bench.run(.milliseconds(200))
    bench.central.send(
      LEReadPeerResolvableAddressCommand {
        $0.peerIdentityAddress.bdAddr = address(bench, .peripheral).bdAddr
      })
    bench.run(.milliseconds(1))
    let local = bench.peripheral.returned(LEReadLocalResolvableAddressCommand.self)?.localResolvableAddress
    let heard = bench.central.returned(LEReadPeerResolvableAddressCommand.self)?.peerResolvableAddress
    #expect(local == used.last && heard == local)
  }

  @Test("without address resolution nothing is private")
  func disabled() {
    let bench = ControllerBench()
    bond(bench)
    for host in [bench.central, bench.peripheral] { host.send(LESetAddressResolutionEnableCommand()) }
    advertise(bench)
    initiate(bench)
    #expect(bench.run(until: { connection(bench.central) != nil && connection(bench.peripheral) != nil }))
    #expect(connection(bench.central)?.connection.peerAddress.kind == 0)
    #expect(connection(bench.central)?.peerResolvablePrivateAddress == 0)
    #expect(connection(bench.peripheral)?.connection.peerAddress.bdAddr == address(bench, .central).bdAddr)
  }

  @Test("the sample of the specification resolves")
  func sample() {
    // [Vol 3, Part H, D.7]: IRK, prand 708194 and hash 0dfbaa.
    let key = UInt128(0xEC02_34A3_57C8_AD05_3410_10A6_0A39_7D9B)
    var list = ResolvingList()
    let peer = DeviceAddress(5, kind: .public)
    list.append(ResolvingList.Entry(peer: peer, peerKey: key, localKey: 0))
    let private1 = DeviceAddress(0x7081_940D_FBAA, kind: .random)
    #expect(list.resolve(private1) == nil)
    list.isEnabled = true
    #expect(list.resolve(private1) == peer)
    #expect(list.resolve(DeviceAddress(0x7081_940D_FBAB, kind: .random)) == nil)
    #expect(list.resolve(DeviceAddress(0x7081_940D_FBAA, kind: .public)) == nil)
  }
}
