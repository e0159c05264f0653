import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Updates of a link at their Instant")
struct LinkUpdateTests {
  private func bench() -> ControllerBench {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(300))
    return bench
  }

  @Test(
    "a connection update takes effect at its Instant on both sides",
    arguments: [6, 40, 160] as [ConnectionInterval])
  func connectionUpdate(interval: ConnectionInterval) throws {
    let bench = bench()
    bench.central.send(
      LEConnectionUpdateCommand {
        $0.connectionHandle = bench.central.handle
        $0.parameters = ConnectionParameterRange(interval: interval, timeout: 200)
      })
    bench.run(.seconds(5))
    let found = try #require(try bench.log.control(.connectionUpdateInd))
    guard case .connectionUpdateInd(let pdu) = found.pdu else { return }
    #expect(Int(pdu.instant.rawValue) >= found.event + 6)
    let events = bench.log.connectionEvents
    for number in 1..<events.count {
      let units =
        number < pdu.instant.rawValue
        ? 24
        : number == pdu.instant.rawValue
          ? 24 + Int(pdu.winOffset.rawValue) : Int(pdu.parameters.interval.rawValue)
      #expect(events[number][0].start - events[number - 1][0].start == .microseconds(1250 * units))
      #expect(events[number].count == 2)
    }
    #expect(pdu.parameters.interval == interval)
    for host in [bench.central, bench.peripheral] {
      let event = try #require(
        host.last { if case .leConnectionUpdateComplete(let event) = $0 { event } else { nil } })
      #expect(
        event.status == .success && event.parameters.interval == interval && event.parameters.timeout == 200)
    }
    #expect(bench.isConnected)
  }

  @Test("the new supervision timeout counts")
  func newTimeout() throws {
    let bench = bench()
    bench.central.send(
      LEConnectionUpdateCommand {
        $0.connectionHandle = bench.central.handle
        $0.parameters = ConnectionParameterRange(interval: 24, timeout: 300)
      })
    bench.run(.seconds(1))
    bench.peripheral.controller.powerOff()
    let start = bench.simulation.now
    #expect(bench.run(until: { bench.central.disconnectionReason != nil }))
    #expect(abs((bench.simulation.now - start).inSeconds - 3) < 0.1)
  }

  @Test("a channel map update takes effect at its Instant on both sides")
  func channelMap() throws {
    let bench = bench()
    let map = DataChannelMap(rawValue: 0b1_0110 << 8 | 1 << 33)
    bench.central.send(LESetHostChannelClassificationCommand { $0.channelMap = map })
    bench.run(.seconds(3))
    guard case .channelMapInd(let pdu)? = try bench.log.control(.channelMapInd)?.pdu else {
      Issue.record("no LL_CHANNEL_MAP_IND")
      return
    }
    let events = bench.log.connectionEvents
    let selection = ChannelSelection.algorithm2(accessAddress: events[0][0].accessAddress)
    for (number, event) in events.enumerated() {
      let channel = selection.channel(event: UInt64(number), map: number < pdu.instant.rawValue ? .all : map)
      #expect(event.count == 2 && event.allSatisfy { $0.channel == channel })
    }
    #expect(bench.isConnected)
  }

  @Test(
    "a PHY update takes effect at its Instant in each direction", arguments: [true, false], [true, false])
  func phy(changesTx: Bool, changesRx: Bool) throws {
    let bench = bench()
    let phys = { (isChanged: Bool) in isChanged ? PHYSet.le2M : .le1M }
    bench.central.send(
      LESetPHYCommand {
        $0.connectionHandle = bench.central.handle
        ($0.txPHYs, $0.rxPHYs) = (phys(changesTx), phys(changesRx))
      })
    bench.run(.seconds(2))
    let update = try #require(
      bench.central.last { if case .lePHYUpdateComplete(let event) = $0 { event } else { nil } })
    #expect(update.status == .success)
    #expect(update.txPHY == (changesTx ? .le2M : .le1M))
    #expect(update.rxPHY == (changesRx ? .le2M : .le1M))
    let events = bench.log.connectionEvents
    #expect(events.allSatisfy { $0.count == 2 })
    #expect(events[events.count - 1][0].phy == (changesTx ? .le2M : .le1M))
    #expect(events[events.count - 1][1].phy == (changesRx ? .le2M : .le1M))
    guard changesTx || changesRx, case .phyUpdateInd(let pdu)? = try bench.log.control(.phyUpdateInd)?.pdu
    else { return }
    for (number, event) in events.enumerated() {
      let isNew = number >= pdu.instant.rawValue
      #expect(event[0].phy == (isNew && changesTx ? .le2M : .le1M))
      #expect(event[1].phy == (isNew && changesRx ? .le2M : .le1M))
      #expect(event[1].start - event[0].end == .microseconds(150) + bench.flight)
    }
  }

  @Test("updates under loss leave both sides in step", arguments: 1...6 as ClosedRange<UInt64>)
  func underLoss(seed: UInt64) {
    let bench = ControllerBench(seed: seed)
    #expect(bench.connect(interval: 12, timeout: 600))
    var chance = bench.simulation.random.stream("loss")
    bench.jammer.spoils = { _ in chance.nextUnit() < 0.2 }
    for turn in 0..<4 {
      bench.central.send(
        LEConnectionUpdateCommand {
          $0.connectionHandle = bench.central.handle
          $0.parameters = ConnectionParameterRange(interval: turn % 2 == 0 ? 20 : 10, timeout: 600)
        })
      bench.run(.seconds(2))
      bench.central.send(
        LESetHostChannelClassificationCommand { $0.channelMap = turn % 2 == 0 ? 0x0F_FFFF : 0x1F_FFFF_FFFF })
      bench.run(.seconds(2))
      bench.central.send(
        LESetPHYCommand {
          $0.connectionHandle = bench.central.handle
          ($0.txPHYs, $0.rxPHYs) = turn % 2 == 0 ? (2, 2) : (1, 1)
        })
      bench.run(.seconds(2))
    }
    #expect(bench.isConnected)
    bench.jammer.spoils = { _ in false }
    bench.run(.milliseconds(200))
    bench.log.forget()
    bench.run(.seconds(2))
    #expect(bench.log.connectionEvents.allSatisfy { $0.count == 2 })
    #expect(bench.log.connectionEvents.count > 100)
  }
}
