import CoreTypes
import HCI
import LinkLayer
import RadioModel
import Testing

@testable import VirtualController

@Suite("Commands about transmit power")
struct TransmitPowerCommandTests {
  private typealias Enhanced = LEEnhancedReadTransmitPowerLevelCommand
  private typealias Remote = LEReadRemoteTransmitPowerLevelCommand
  private typealias Reporting = LESetTransmitPowerReportingEnableCommand

  private func bench() -> ControllerBench {
    let bench = ControllerBench { central, peripheral in
      central.radio.txPowerDbm = 3
      peripheral.radio.txPowerDbm = -7
    }
    #expect(bench.connect())
    return bench
  }

  private func reports(_ host: BenchHost) -> [LETransmitPowerReportingEvent] {
    host.events.compactMap { if case .leTransmitPowerReporting(let event) = $0 { event } else { nil } }
  }

  @Test("the own power is the one power of the device on each PHY that it has")
  func own() throws {
    let bench = bench()
    let host = bench.central
    for phy in [.le1M, .le2M] as [PowerControlPHY] {
      host.send(Enhanced { ($0.connectionHandle, $0.phy) = (host.handle, phy) })
      bench.run(.milliseconds(1))
      let power = try #require(host.returned(Enhanced.self))
      #expect(power.status == .success && power.connectionHandle == host.handle && power.phy == phy)
      #expect(power.currentTXPowerLevel == 3 && power.maxTXPowerLevel == 3)
    }
  }

  @Test("the peer's power is read over the air, by either side")
  func peer() throws {
    let bench = bench()
    for (host, level) in [(bench.central, -7), (bench.peripheral, 3)] as [(BenchHost, TransmitPowerLevel)] {
      host.send(Remote { ($0.connectionHandle, $0.phy) = (host.handle, 2) })
      bench.run(.seconds(1))
      #expect(host.status(of: Remote.self) == .success)
      let event = try #require(reports(host).last)
      #expect(event.status == .success && event.connectionHandle == host.handle)
      #expect(event.reason == .remoteRead && event.phy == 2 && event.txPowerLevel == level)
      #expect(event.txPowerLevelFlag == 3 && event.delta == 0)
    }
    #expect(reports(bench.central).count == 1 && reports(bench.peripheral).count == 1)
  }

  @Test("reports are switched on with a request to the peer, and no power changes")
  func switchedOn() throws {
    let bench = bench()
    let host = bench.central
    host.send(
      Reporting { ($0.connectionHandle, $0.localEnable, $0.remoteEnable) = (host.handle, .enabled, .enabled) }
    )
    bench.run(.seconds(1))
    #expect(host.returned(Reporting.self)?.status == .success)
    let (request, answer) = (
      try bench.log.control(.powerControlReq)?.pdu, try bench.log.control(.powerControlRsp)?.pdu
    )
    #expect(request != nil && answer != nil)
    #expect(reports(host).isEmpty && bench.isConnected)
  }

  @Test(
    "a PHY that is reserved or that the device lacks is refused with 0x11",
    arguments: [0, 3, 4, 5, 255] as [PowerControlPHY])
  func otherPHY(phy: PowerControlPHY) {
    let bench = bench()
    let host = bench.central
    host.send(Enhanced { ($0.connectionHandle, $0.phy) = (host.handle, phy) })
    host.send(Remote { ($0.connectionHandle, $0.phy) = (host.handle, phy) })
    bench.run(.seconds(1))
    #expect(host.status(of: Enhanced.self) == .unsupportedFeatureOrParameterValue)
    #expect(host.status(of: Remote.self) == .unsupportedFeatureOrParameterValue)
    #expect(reports(host).isEmpty)
  }

  @Test("no link has an unknown handle, and a switch is on or off")
  func illegal() {
    let bench = bench()
    let host = bench.central
    host.send(Enhanced { $0.connectionHandle = host.unusedHandle })
    host.send(Remote { $0.connectionHandle = host.unusedHandle })
    host.send(Reporting { $0.connectionHandle = host.unusedHandle })
    bench.run(.milliseconds(1))
    #expect(host.status(of: Enhanced.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: Remote.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: Reporting.self) == .unknownConnectionIdentifier)
    for (local, remote) in [(2, 0), (0, 2)] as [(EnableState, EnableState)] {
      host.send(
        Reporting { ($0.connectionHandle, $0.localEnable, $0.remoteEnable) = (host.handle, local, remote) })
      bench.run(.milliseconds(1))
      #expect(host.status(of: Reporting.self) == .invalidHCICommandParameters)
    }
  }

  @Test("the path to the antenna counts in the powers that are reported, and in none on the air")
  func path() throws {
    let bench = bench()
    let host = bench.central
    bench.run(.milliseconds(100))
    host.send(ReadRSSICommand { $0.handle = host.handle })
    bench.run(.milliseconds(1))
    let strength = try #require(host.returned(ReadRSSICommand.self)).rssi
    for each in [host, bench.peripheral] {
      each.send(
        LEWriteRFPathCompensationCommand {
          ($0.rfTXPathCompensationValue, $0.rfRXPathCompensationValue) = (-25, 104)
        })
    }
    host.send(LEReadRFPathCompensationCommand())
    host.send(Enhanced { $0.connectionHandle = host.handle })
    host.send(Remote { $0.connectionHandle = host.handle })
    bench.run(.seconds(1))
    host.send(ReadRSSICommand { $0.handle = host.handle })
    bench.run(.milliseconds(1))
    let kept = try #require(host.returned(LEReadRFPathCompensationCommand.self))
    #expect(kept.rfTXPathCompensationValue == -25 && kept.rfRXPathCompensationValue == 104)
    #expect(host.returned(Enhanced.self)?.currentTXPowerLevel == 1)
    #expect(reports(host).last?.txPowerLevel == -10)
    #expect(host.returned(ReadRSSICommand.self)?.rssi == strength.raised(byDecibels: 10))
    #expect(Set(bench.log.linkFrames.map(\.powerDbm)) == [3, -7])
  }

  @Test("the path to the antenna counts in advertising, and not in its strength")
  func advertised() throws {
    let bench = ControllerBench()
    bench.peripheral.send(LEWriteRFPathCompensationCommand { $0.rfTXPathCompensationValue = -60 })
    bench.central.send(LEWriteRFPathCompensationCommand { $0.rfRXPathCompensationValue = -200 })
    bench.configure(.includesTXPower)
    bench.enable()
    bench.scan()
    bench.run(.seconds(1))
    let report = try #require(bench.reports.last)
    let power = bench.peripheral.controller.description.radio.txPowerDbm
    #expect(Double(report.txPower.rawValue) == (power - 6).rounded())
    let frame = try #require(bench.log.frames.last { $0.direction.isAdvertising })
    #expect(frame.powerDbm == power)
    let plain = ControllerBench()
    plain.configure(.includesTXPower)
    plain.enable()
    plain.scan()
    plain.run(.seconds(1))
    let base = try #require(plain.reports.last)
    #expect(report.rssi == base.rssi.raised(byDecibels: -20))
  }

  @Test(
    "a path beyond 128 dB is refused",
    arguments: [(1_281, 0), (0, -1_281)] as [(RFPathCompensation, RFPathCompensation)])
  func illegalPath(tx: RFPathCompensation, rx: RFPathCompensation) {
    let bench = ControllerBench()
    bench.central.send(
      LEWriteRFPathCompensationCommand {
        ($0.rfTXPathCompensationValue, $0.rfRXPathCompensationValue) = (tx, rx)
      })
    bench.run(.milliseconds(1))
    #expect(
      bench.central.status(of: LEWriteRFPathCompensationCommand.self) == .invalidHCICommandParameters)
  }

  @Test("a controller without LE Power Control Request does not know the commands")
  func unclaimed() {
    let bench = ControllerBench { central, _ in central.identity.features[.lePowerControlRequest] = false }
    #expect(bench.connect())
    bench.central.send(Enhanced { $0.connectionHandle = bench.central.handle })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: Enhanced.self) == .unknownHCICommand)
    #expect(bench.central.controller.supportedCommands(octetCount: 64)[44] & 0b1001_1000 == 0)
    #expect(bench.peripheral.controller.supportedCommands(octetCount: 64)[44] & 0b1001_1000 == 0b1001_1000)
  }
}
