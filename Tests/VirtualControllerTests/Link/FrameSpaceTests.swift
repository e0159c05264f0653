import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Frame spaces of a link")
struct FrameSpaceTests {
  private static let both: SpacingTypes = [.centralToPeripheral, .peripheralToCentral]

  private func update(
    _ host: BenchHost, _ range: ClosedRange<FrameSpace>, types: SpacingTypes = Self.both
  ) {
    host.send(
      LEFrameSpaceUpdateCommand {
        $0.connectionHandle = host.handle
        ($0.frameSpaceMin, $0.frameSpaceMax) = (range.lowerBound, range.upperBound)
        ($0.phys, $0.spacingTypes) = ([.le1M, .le2M], types)
      })
  }

  private func reports(_ host: BenchHost) -> [LEFrameSpaceUpdateCompleteEvent] {
    host.events.compactMap { if case .leFrameSpaceUpdateComplete(let event) = $0 { event } else { nil } }
  }

  /// The space from each packet of the central, but the last, to that of the peripheral; nil where none follows.
  private func spaces(_ bench: ControllerBench) -> [Picoseconds?] {
    let frames = bench.log.linkFrames
    return frames.indices.filter { frames[$0].direction == .centralToPeripheral }.dropLast().map { index in
      let next = frames[index + 1]
      return next.direction == .peripheralToCentral ? next.start - frames[index].end : nil
    }
  }

  @Test("are what the two negotiated, longer and then shorter, whoever asks", arguments: LinkRole.allCases)
  func negotiated(role: LinkRole) throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    for (range, space) in [(400...1_000, 400), (0...1_000, 150)] as [(ClosedRange<FrameSpace>, FrameSpace)] {
      update(bench[role], range)
      bench.run(.seconds(1))
      #expect(bench[role].status(of: LEFrameSpaceUpdateCommand.self) == .success)
      for (host, initiator) in [(bench[role], .localHost), (bench[role.peer], .peer)]
        as [(BenchHost, FrameSpaceInitiator)]
      {
        let event = try #require(reports(host).last)
        #expect(event.status == .success && event.connectionHandle == host.handle)
        #expect(event.initiator == initiator && event.frameSpace == space)
        #expect(event.phys == [.le1M, .le2M] && event.spacingTypes == Self.both)
      }
      bench.log.forget()
      bench.run(.seconds(1))
      let due = space.time + bench.flight
      #expect(spaces(bench).count > 20 && spaces(bench).allSatisfy { $0 == due })
    }
  }

  @Test("stay equal at both ends when packets are lost", arguments: 1...6 as ClosedRange<UInt64>)
  func underLoss(seed: UInt64) {
    let bench = ControllerBench(seed: seed)
    #expect(bench.connect(interval: 12, timeout: 600))
    var chance = bench.simulation.random.stream("loss")
    bench.jammer.spoils = { _ in chance.nextUnit() < 0.2 }
    for turn in 0..<5 {
      update(bench[turn % 3 == 0 ? .central : .peripheral], turn % 2 == 0 ? 900...2_000 : 0...2_000)
      bench.run(.seconds(2))
    }
    bench.jammer.spoils = { _ in false }
    bench.run(.milliseconds(200))
    bench.log.forget()
    bench.run(.seconds(2))
    let due = Picoseconds.microseconds(900) + bench.flight
    #expect(spaces(bench).count > 100 && spaces(bench).allSatisfy { $0 == due })
    let ends = [bench.central, bench.peripheral].map { $0.controller.connections[$0.handle]?.frameSpaces }
    #expect(ends[0] != nil && ends[0] == ends[1])
  }

  @Test("hold in connection events that nobody watches")
  func quiet() {
    let bench = ControllerBench(isWatched: false)
    #expect(bench.connect())
    update(bench.central, 2_000...2_000)
    bench.run(.seconds(30))
    #expect(reports(bench.peripheral).last?.frameSpace == 2_000 && bench.isConnected)
  }

  @Test("cannot be asked for without a link or without the feature")
  func refused() {
    let bench = ControllerBench { _, peripheral in peripheral.identity.features[.frameSpaceUpdate] = false }
    #expect(bench.connect())
    bench.central.send(LEFrameSpaceUpdateCommand { $0.connectionHandle = bench.central.unusedHandle })
    update(bench.peripheral, 150...300)
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LEFrameSpaceUpdateCommand.self) == .unknownConnectionIdentifier)
    #expect(bench.peripheral.status(of: LEFrameSpaceUpdateCommand.self) == .unknownHCICommand)
    update(bench.central, 150...300)
    bench.run(.seconds(1))
    #expect(reports(bench.central).map(\.status) == [.unsupportedRemoteFeature])
    #expect(reports(bench.peripheral).isEmpty)
  }
}
