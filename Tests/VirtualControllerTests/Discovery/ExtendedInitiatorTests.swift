import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Extended initiating")
struct ExtendedInitiatorTests {
  private func advertise(_ bench: ControllerBench, set handle: AdvertisingHandle = 2, on phy: PHY = .le1M) {
    bench.configure(set: handle, .connectable) {
      $0.primaryAdvertisingPHY = phy == .leCoded ? .leCoded : .le1M
      $0.secondaryAdvertisingPHY = PHYNumber(phy)
    }
    bench.give(set: handle, [2, 1, 6])
    bench.enable(sets: [handle])
  }

  private func isUp(_ bench: ControllerBench) -> Bool {
    bench.central.handle != 0 && bench.peripheral.handle != 0
  }

  private func enhanced(_ host: BenchHost) -> LEEnhancedConnectionCompleteEvent? {
    host.last { if case .leEnhancedConnectionComplete(let event) = $0 { event } else { nil } }
  }

  @Test(
    "AUX_CONNECT_REQ and AUX_CONNECT_RSP make a link that begins on their PHY and carries data",
    arguments: [PHY.le1M, .le2M, .leCoded])
  func connects(phy: PHY) throws {
    let bench = ControllerBench { central, peripheral in
      central.identity.phys = 0b111
      peripheral.identity.phys = 0b111
    }
    advertise(bench, on: phy)
    bench.initiateExtended(phys: phy == .leCoded ? [.leCoded] : [.le1M, .le2M], interval: 40)
    #expect(bench.run(until: { isUp(bench) }, within: .seconds(20)))
    bench.run(.milliseconds(1))
    let frames = bench.log.frames
    let request = try #require(frames.firstIndex { $0.direction == .auxiliary(.other) })
    let answer = frames[request + 1]
    let gap = Picoseconds.microseconds(150) + bench.flight
    #expect(frames[request - 1].direction == .auxiliary(.advInd))
    #expect(frames[request].start - frames[request - 1].end == gap)
    #expect(answer.start - frames[request].end == gap)
    guard case .connectInd(let flags, let pdu) = try AdvertisingPDU(decoding: frames[request].octets),
      case .auxConnectRsp(_, let response) = try AdvertisingPDU(decoding: answer.octets)
    else {
      Issue.record("not AUX_CONNECT_REQ and AUX_CONNECT_RSP")
      return
    }
    #expect(
      !flags.chSel && pdu.advA == bench.peripheralAddress.bdAddr && pdu.llData.parameters.interval == 40)
    #expect(response.advA == pdu.advA && response.targetA == pdu.initA)
    bench.run(.seconds(1))
    let first = try #require(bench.log.linkFrames.first)
    let delay = first.start - frames[request].end
    let expected = Picoseconds.microseconds(phy == .leCoded ? 3750 : 2500)
    #expect(expected <= delay && delay < expected + .milliseconds(2))
    #expect(bench.log.linkFrames.allSatisfy { $0.phy == phy })
    let selection = ChannelSelection.algorithm2(accessAddress: pdu.llData.accessAddress)
    #expect(first.channel == selection.channel(event: 0, map: .all))
    bench.central.send(message: [1, 2, 3])
    bench.run(.seconds(1))
    #expect(bench.peripheral.data.map(\.data) == [[1, 2, 3]])
    #expect(bench.isConnected)
  }

  @Test("both hosts hear of the link, the advertiser of the set that it came of")
  func events() throws {
    let bench = ControllerBench()
    advertise(bench, set: 3)
    bench.initiateExtended()
    #expect(bench.run(until: { isUp(bench) }))
    bench.run(.milliseconds(1))
    for (host, peer) in [
      (bench.central, bench.peripheralAddress), (bench.peripheral, bench.centralAddress),
    ] {
      let event = try #require(enhanced(host))
      #expect(event.connection.status == .success && event.connection.peerAddress.bdAddr == peer.bdAddr)
      #expect(
        event.connection.role == (host === bench.central ? .central : .peripheral)
          && event.connection.parameters.interval == 24)
      #expect(event.localResolvablePrivateAddress == 0)
      #expect(event.peerResolvablePrivateAddress == 0)
      let selections = host.events.compactMap {
        if case .leChannelSelectionAlgorithm(let event) = $0 { event.channelSelectionAlgorithm } else { nil }
      }
      #expect(selections == [.algorithm2])
      #expect(host.count { if case .leConnectionComplete = $0 { true } else { false } } == 0)
    }
    #expect(bench.terminations.map(\.status) == [.success])
    #expect(bench.terminations.first?.advertisingHandle == 3)
    #expect(bench.terminations.first?.connectionHandle == bench.peripheral.handle)
    guard case .leAdvertisingSetTerminated = bench.peripheral.events.last else {
      Issue.record("the set ends before its link begins")
      return
    }
    bench.log.forget()
    bench.run(.seconds(1))
    #expect(bench.log.auxiliary(.advInd).isEmpty)
  }

  @Test("the enhanced event waits for its mask bit, and for the feature")
  func masks() {
    for (opensEnhanced, hasFeature) in [(true, true), (false, true), (true, false)] {
      let bench = ControllerBench { central, _ in
        central.identity.features[.extendedAdvertising] = hasFeature
        central.identity.features[.llPrivacy] = false
      }
      if !opensEnhanced {
        bench.central.send(
          LESetEventMaskCommand { $0.leEventMask = .all.without(.leEnhancedConnectionComplete) })
      }
      #expect(bench.connect())
      #expect((enhanced(bench.central) != nil) == (opensEnhanced && hasFeature))
      #expect(bench.central.count { $0.connectionComplete != nil } == 1)
    }
  }

  @Test("without AUX_CONNECT_RSP there is no link, and the next AUX_ADV_IND is answered again")
  func answerLost() throws {
    let bench = ControllerBench()
    advertise(bench)
    var others = 0
    bench.jammer.spoils = { frame in
      guard frame.direction == .auxiliary(.other) else { return false }
      others += 1
      return others == 2
    }
    bench.initiateExtended()
    #expect(bench.run(until: { bench.peripheral.handle != 0 }))
    bench.run(.milliseconds(100))
    #expect(bench.central.handle == 0)
    #expect(bench.run(until: { bench.peripheral.disconnectionReason != nil }))
    #expect(bench.peripheral.disconnectionReason == .connectionFailedToBeEstablished)
    bench.peripheral.forget()
    bench.enable(sets: [2])
    #expect(bench.run(until: { isUp(bench) }))
    bench.run(.seconds(1))
    #expect(bench.isConnected)
  }

  @Test("a search that finds nobody can be cancelled, also while it answers", arguments: [false, true])
  func cancel(isAnswering: Bool) {
    let bench = ControllerBench()
    bench.initiateExtended()
    if isAnswering {
      bench.jammer.spoils = { $0.direction == .auxiliary(.other) }
      advertise(bench)
      bench.scan()
      #expect(bench.run(until: { !bench.log.auxiliary(.other).isEmpty }))
    } else {
      bench.run(.seconds(1))
    }
    bench.central.send(LECreateConnectionCancelCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LECreateConnectionCancelCommand.self) == .success)
    #expect(bench.central.last { $0.connectionComplete?.status } == .unknownConnectionIdentifier)
    bench.jammer.spoils = { _ in false }
    bench.log.forget()
    bench.central.forget()
    if !isAnswering { advertise(bench) }
    bench.run(.seconds(1))
    #expect(bench.log.auxiliary(.other).isEmpty && !isUp(bench))
    #expect(bench.reports.isEmpty == !isAnswering)
  }

  @Test("an initiator with LE 1M connects to legacy advertising too, one without does not")
  func legacy() {
    for phys in [[PHY.le1M], [.leCoded]] {
      let bench = ControllerBench { central, _ in central.identity.phys = 0b111 }
      bench.advertise()
      bench.initiateExtended(phys: phys)
      #expect(bench.run(until: { isUp(bench) }, within: .seconds(2)) == (phys == [.le1M]))
      bench.run(.milliseconds(200))
      #expect(bench.log.frames.allSatisfy { !($0.direction == .auxiliary(.other)) })
    }
  }

  @Test("scanning goes on beside initiating and the link")
  func scanBesideLink() {
    let bench = ControllerBench()
    advertise(bench)
    bench.configure(set: 1, interval: 0x30)
    bench.give(set: 1, [UInt8](repeating: 9, count: 400))
    bench.enable(sets: [1])
    bench.scan(isActive: true)
    bench.initiateExtended()
    #expect(bench.run(until: { isUp(bench) }))
    bench.central.forget()
    bench.run(.seconds(5))
    #expect(bench.advertisements.count { $0.status == .complete && $0.data.count == 400 } > 5)
    #expect(bench.isConnected)
    #expect(bench.log.connectionEvents.count > 150)
  }
}
