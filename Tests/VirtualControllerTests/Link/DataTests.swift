import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Data of the hosts")
struct DataTests {
  private let message = (0..<251).map { UInt8(truncatingIfNeeded: $0 &* 3) }

  private func dataFrames(_ bench: ControllerBench) -> [AirFrame] {
    bench.log.linkFrames.filter { $0.llid != .control && $0.octets.count > 2 }
  }

  @Test(
    "a long packet goes in PDUs of 27 octets and counts as one when the last is acknowledged",
    arguments: LinkRole.allCases)
  func fragments(role: LinkRole) {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench[role].send(message: message)
    bench.run(.seconds(1))
    let frames = dataFrames(bench)
    #expect(frames.map(\.payload.count) == [Int](repeating: 27, count: 9) + [8])
    #expect(frames.map(\.llid) == [.start] + [LLID](repeating: .continuation, count: 9))
    #expect(frames.dropLast().allSatisfy { $0.hasMoreData } && frames.last?.hasMoreData == false)
    let receiver = bench[role == .central ? .peripheral : .central]
    #expect(receiver.messages == [message])
    #expect(
      receiver.data.map(\.packetBoundary) == [.firstFlushable]
        + [PacketBoundary](repeating: .continuing, count: 9))
    #expect(bench[role].completedPackets == 1)
  }

  @Test("the length agreed on is used, and both hosts are notified")
  func dataLength() throws {
    let bench = ControllerBench { _, peripheral in peripheral.identity.maxDataOctets = 100 }
    #expect(bench.connect())
    bench.central.send(
      LESetDataLengthCommand {
        ($0.connectionHandle, $0.tx) = (bench.central.handle, .greatestOnLE1M)
      })
    bench.run(.milliseconds(500))
    for host in [bench.central, bench.peripheral] {
      let change = try #require(
        host.last { if case .leDataLengthChange(let event) = $0 { event } else { nil } })
      #expect(change.max.tx.octets == 100 && change.max.rx.octets == 100)
    }
    bench.central.send(message: message)
    bench.peripheral.send(message: message)
    bench.run(.seconds(1))
    for isFromCentral in [true, false] {
      #expect(
        dataFrames(bench).filter { $0.isFromCentral == isFromCentral }.map(\.payload.count) == [100, 100, 51])
    }
    #expect(bench.central.messages == [message] && bench.peripheral.messages == [message])
  }

  @Test("an event with much data ends before the next begins", arguments: [6, 8, 24] as [ConnectionInterval])
  func fitsTheInterval(interval: ConnectionInterval) {
    let bench = ControllerBench()
    #expect(bench.connect(interval: interval))
    bench.central.send(
      LESetDataLengthCommand {
        ($0.connectionHandle, $0.tx) = (bench.central.handle, .greatestOnLE1M)
      })
    bench.run(.milliseconds(500))
    for _ in 0..<8 {
      bench.central.send(message: message)
      bench.peripheral.send(message: message)
    }
    bench.run(.seconds(2))
    let events = bench.log.connectionEvents
    for (event, next) in zip(events, events.dropFirst()) {
      #expect(next[0].isFromCentral)
      let step = (next[0].start - event[0].start).inMicroseconds
      #expect(step == Double(interval.microseconds))
      #expect((next[0].start - event[event.count - 1].end) >= .microseconds(150))
    }
    #expect(bench.central.messages.count == 8 && bench.peripheral.messages.count == 8)
  }

  @Test("an old link sends several PDUs in an event as a young one does")
  func oldLink() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.seconds(400))
    bench.log.forget()
    bench.central.send(message: message)
    bench.run(.milliseconds(200))
    #expect(bench.log.connectionEvents.contains { $0.count >= 8 })
  }
}
