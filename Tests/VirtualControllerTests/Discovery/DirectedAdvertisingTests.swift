import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Directed advertising")
struct DirectedAdvertisingTests {
  private func advertise(_ bench: ControllerBench, type: AdvertisingType, to peer: DeviceAddress) {
    bench.peripheral.send(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax, $0.advertisingType) = (0x40, 0x40, type)
        $0.peerAddress = peer
      })
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
  }

  private static let directed: [AdvertisingType] = [.directedHighDutyCycle, .directed]

  private let stranger = DeviceAddress(0xC0_0000_0000_99, kind: .random)

  @Test("ADV_DIRECT_IND names both devices, and the one that is meant connects", arguments: directed)
  func connects(type: AdvertisingType) throws {
    let bench = ControllerBench()
    advertise(bench, type: type, to: bench.centralAddress)
    bench.run(.milliseconds(100))
    let frame = try #require(bench.log.frames.first)
    guard case .advDirectInd(_, let pdu) = try AdvertisingPDU(decoding: frame.octets) else {
      Issue.record("not an ADV_DIRECT_IND")
      return
    }
    #expect(pdu.advA == bench.peripheralAddress.bdAddr && pdu.targetA == bench.centralAddress.bdAddr)
    bench.initiate()
    #expect(bench.run(until: { bench.central.handle != 0 && bench.peripheral.handle != 0 }))
    bench.run(.seconds(2))
    #expect(bench.isConnected)
    #expect(bench.peripheral.count { $0.connectionComplete != nil } == 1)
  }

  @Test("whom it is not meant for neither connects nor hears of it", arguments: directed)
  func othersStayOut(type: AdvertisingType) {
    let bench = ControllerBench()
    advertise(bench, type: type, to: stranger)
    bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    bench.initiate()
    bench.run(.seconds(1))
    #expect(bench.log.frames.count > 30 && bench.log.frames.allSatisfy { $0.octets[0] & 0xF == 1 })
    #expect(bench.central.count { if case .leAdvertisingReport = $0 { true } else { false } } == 0)
  }

  @Test("an initiator whose address is not the one that is meant asks for nothing")
  func initiatorWithOtherAddress() {
    let bench = ControllerBench()
    // The target is the central's public address, but the central would connect with a random one.
    advertise(bench, type: .directed, to: bench.centralAddress)
    bench.central.send(LESetRandomAddressCommand { $0.randomAddress = stranger.bdAddr })
    bench.central.send(
      LECreateConnectionCommand {
        ($0.peerAddress.bdAddr, $0.ownAddressType) = (bench.peripheralAddress.bdAddr, 1)
        $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
      })
    bench.run(.seconds(2))
    #expect(bench.log.frames.allSatisfy { $0.octets[0] & 0xF == 1 })
  }

  @Test("a CONNECT_IND makes a link if it comes from the device that is meant", arguments: [true, false])
  func request(isMeant: Bool) {
    let bench = ControllerBench()
    let forger = Forger(air: bench.air, initiator: isMeant ? bench.centralAddress : stranger)
    advertise(bench, type: .directed, to: bench.centralAddress)
    bench.run(.milliseconds(500))
    #expect(forger.requestCount > 0)
    #expect((bench.peripheral.handle != 0) == isMeant)
  }

  @Test("high duty cycle advertising comes every 3.75 ms and gives up after 1.28 s")
  func highDutyCycle() throws {
    let bench = ControllerBench()
    advertise(bench, type: .directedHighDutyCycle, to: stranger)
    bench.run(.milliseconds(1270))
    #expect(bench.peripheral.count { $0.connectionComplete != nil } == 0)
    bench.run(.milliseconds(20))
    let starts = bench.log.frames.filter { $0.channel.rawValue == 37 }.map(\.start)
    #expect(starts.count > 300)
    #expect(zip(starts.dropFirst(), starts).allSatisfy { $0 - $1 <= .microseconds(3751) })
    let event = try #require(bench.peripheral.last { $0.connectionComplete })
    #expect(event.status == .advertisingTimeout && event.role == .peripheral)
    bench.log.forget()
    bench.run(.seconds(1))
    #expect(bench.log.frames.isEmpty)
    advertise(bench, type: .directed, to: stranger)
    bench.run(.seconds(2))
    #expect(bench.log.frames.count > 100)
    #expect(bench.peripheral.count { $0.connectionComplete != nil } == 1)
  }

  @Test("directed advertising is reported to the device that is meant")
  func report() throws {
    for isExtended in [false, true] {
      let bench = ControllerBench()
      advertise(bench, type: .directed, to: bench.centralAddress)
      if isExtended {
        bench.scan()
      } else {
        bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
      }
      bench.run(.seconds(1))
      let legacy = bench.central.last { event -> LEAdvertisingReportEvent.Report? in
        if case .leAdvertisingReport(let event) = event { event.reports.first } else { nil }
      }
      #expect((legacy?.eventType == .directed) == !isExtended)
      guard isExtended else { continue }
      let report = try #require(bench.reports.first)
      #expect(report.eventType == [.legacy, .connectable, .directed])
      #expect(report.directAddress.bdAddr == bench.centralAddress.bdAddr)
    }
  }

  @Test("an extended set is for its target alone", arguments: [true, false])
  func extended(isMeant: Bool) throws {
    let bench = ControllerBench()
    let target = isMeant ? bench.centralAddress : stranger
    bench.configure([.connectable, .directed]) {
      $0.peerAddress = target
    }
    bench.give([1, 2, 3])
    bench.enable()
    bench.scan()
    bench.run(.seconds(1))
    #expect(bench.reports.isEmpty == !isMeant)
    let advertised: ExtendedReportType = [.connectable, .directed]
    #expect(bench.reports.allSatisfy { $0.eventType == advertised })
    #expect(bench.reports.allSatisfy { $0.directAddress.bdAddr == target.bdAddr })
    bench.initiateExtended()
    let connects = bench.run(
      until: { bench.central.handle != 0 && bench.peripheral.handle != 0 }, within: .seconds(2))
    #expect(connects == isMeant)
    #expect(bench.log.auxiliary(.other).isEmpty == !isMeant)
  }

  @Test("a high duty cycle set ends with its duration, which must be short")
  func extendedHighDutyCycle() {
    let bench = ControllerBench()
    bench.configure([.legacy, .connectable, .directed, .highDutyCycle]) {
      $0.peerAddress = DeviceAddress(stranger.bdAddr, kind: .random)
    }
    for duration in [0, 129] as [DiscoveryDuration] {
      bench.enable(duration: duration)
      bench.run(.milliseconds(1))
      let status = bench.peripheral.status(of: LESetExtendedAdvertisingEnableCommand.self)
      #expect(status == .invalidHCICommandParameters)
    }
    bench.enable(duration: 128)
    bench.run(.seconds(2))
    #expect(bench.log.frames.count > 900)
    #expect(bench.terminations.map(\.status) == [.advertisingTimeout])
  }
}

/// Answers every ADV_DIRECT_IND, whomever it is meant for.
private final class Forger: AirTap, AirStation {
  let listening: Listening? = nil
  let sensitivityDbm = -90.0
  private(set) var requestCount = 0
  private unowned let air: Air
  private let initiator: DeviceAddress

  init(air: Air, initiator: DeviceAddress) {
    self.air = air
    self.initiator = initiator
    air.add(self as any AirTap)
  }

  func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {}

  func subeventEnded(_ subevent: ObservedSubevent) {}

  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    guard frame.octets[0] & 0xF == 1 else { return }
    let advertiser = DeviceAddress(BDADDR(octets: Array(frame.octets[2..<8])), kind: .public)
    var data = LLData()
    (data.accessAddress, data.channelMap) = (0x5A25_12C1, .all)
    data.parameters = ConnectionParameters(interval: 24, timeout: 100)
    let request = AdvertisingPDU.connectInd(
      AdvertisingFlags(sender: initiator.kind, target: advertiser.kind),
      ConnectInd(initA: initiator.bdAddr, advA: advertiser.bdAddr, llData: data))
    air.simulation.schedule(at: frame.end + .microseconds(150)) { [self] in
      requestCount += 1
      air.transmit(
        AirFrame(
          start: air.simulation.now, channel: frame.channel, phy: .le1M,
          accessAddress: .advertising, crcInit: .advertising, octets: request.encoded,
          plaintext: nil, direction: .advertising, powerDbm: 0), from: self)
    }
  }
}
