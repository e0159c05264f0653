import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Acknowledgement and flow")
struct AcknowledgementTests {
  @Test("a PDU is new if it carries the number expected, and acknowledges if it asks for the next")
  func bits() {
    var acknowledgement = Acknowledgement()
    #expect(acknowledgement.receive(sn: 0, nesn: 0) == (isAcknowledged: false, isNew: true))
    #expect(acknowledgement.nextExpected == 1 && acknowledgement.transmitSequence == 0)
    #expect(acknowledgement.receive(sn: 0, nesn: 1) == (isAcknowledged: true, isNew: false))
    #expect(acknowledgement.nextExpected == 1 && acknowledgement.transmitSequence == 1)
    #expect(acknowledgement.receive(sn: 1, nesn: 0) == (isAcknowledged: true, isNew: true))
    #expect(acknowledgement.nextExpected == 0 && acknowledgement.transmitSequence == 0)
  }

  @Test("a link starts with SN 0 and NESN 0, and without loss every PDU has the next number")
  func lossless() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.seconds(1))
    let frames = bench.log.linkFrames
    #expect(frames[0].isFromCentral && frames[0].sn == 0 && frames[0].nesn == 0)
    #expect(frames[1].sn == 0 && frames[1].nesn == 1)
    for isFromCentral in [true, false] {
      let side = frames.filter { $0.isFromCentral == isFromCentral }
      for (number, frame) in side.enumerated() { #expect(Int(frame.sn) == number % 2) }
    }
    for (frame, next) in zip(frames, frames.dropFirst()) { #expect(next.nesn == 1 - frame.sn) }
  }

  @Test("a lost PDU comes again, octet for octet but for its acknowledgement", arguments: LinkRole.allCases)
  func retransmission(role: LinkRole) throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(100))
    let message: [UInt8] = [9, 8, 7, 6, 5]
    var lossesLeft = 3
    bench.jammer.spoils = { frame in
      guard frame.payload == message, lossesLeft > 0 else { return false }
      lossesLeft -= 1
      return true
    }
    bench[role].send(message: message)
    bench.run(.seconds(1))
    let sent = bench.log.linkFrames.filter { $0.payload == message }
    #expect(sent.count == 4)
    #expect(Set(sent.map(\.sn)).count == 1)
    let receiver = bench[role == .central ? .peripheral : .central]
    #expect(receiver.data.map(\.data) == [message])
    #expect(bench[role].completedPackets == 1)
  }

  @Test(
    "under heavy loss every message arrives once and in order, encrypted or not",
    arguments: [false, true], 1...4 as ClosedRange<UInt64>)
  func heavyLoss(isEncrypted: Bool, seed: UInt64) {
    let bench = ControllerBench(seed: seed)
    #expect(bench.connect(interval: 6, timeout: 400))
    if isEncrypted { #expect(bench.encrypt()) }
    var chance = bench.simulation.random.stream("loss")
    bench.jammer.spoils = { _ in chance.nextUnit() < 0.3 }
    let messages = (0..<20).map { number in
      (0..<(1 + number * 7)).map { UInt8(truncatingIfNeeded: $0 + number) }
    }
    let hosts = [bench.central, bench.peripheral]
    let deadline = bench.simulation.now + .seconds(20)
    var sent = [0, 0]
    while hosts.contains(where: { $0.completedPackets < 20 }), bench.simulation.now < deadline {
      for (index, host) in hosts.enumerated() {
        while sent[index] < 20, sent[index] - host.completedPackets < Int(VirtualController.aclCount) {
          host.send(message: messages[sent[index]])
          sent[index] += 1
        }
      }
      bench.run(.milliseconds(5))
    }
    #expect(hosts.map(\.completedPackets) == [20, 20])
    #expect(bench.jammer.spoiled.count > 20)
    for host in hosts { #expect(host.messages == messages) }
  }
}

extension BenchHost {
  /// The packets that the controller has reported to be on the other side.
  var completedPackets: Int {
    events.reduce(0) { sum, event in
      guard case .numberOfCompletedPackets(let event) = event else { return sum }
      return sum + event.connections.reduce(0) { $0 + Int($1.numCompletedPackets) }
    }
  }

  /// The data heard, fragments joined.
  var messages: [[UInt8]] {
    data.reduce(into: []) { messages, packet in
      if packet.packetBoundary == .continuing, !messages.isEmpty {
        messages[messages.count - 1] += packet.data
      } else {
        messages.append(packet.data)
      }
    }
  }
}
