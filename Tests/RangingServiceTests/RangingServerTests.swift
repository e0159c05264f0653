import ChannelSounding
import CoreTypes
import Faults
import Notation
import Testing
import Wire

@testable import RangingService

@Suite("The server of the Ranging Service")
struct RangingServerTests {
  static let layout = RangingStepLayout(role: .reflector, hasPacketPCT: false, pathCount: 1)

  static func server(
    _ features: RASFeatures = [.realTime], buffers: Int = 2, faults: FaultSet = []
  ) -> RangingServer {
    var server = RangingServer(
      RangingServer.Configuration(features: features, bufferCount: buffers, faults: faults))
    server.mtu = 64
    return server
  }

  /// Ranges once; what the server does at the end of the procedure.
  static func range(_ server: inout RangingServer, counter: UInt16) -> [RangingServerAction] {
    RangingFormatTests.procedure(.reflector, paths: 1, counter: counter).flatMap {
      server.take($0, layout: layout)
    }
  }

  /// Lets time pass until the server has nothing more to do but wait for an acknowledgement.
  static func drain(_ server: inout RangingServer, _ actions: [RangingServerAction]) -> [RangingServerAction]
  {
    var all = actions
    var index = 0
    while index < all.count {
      switch all[index] {
      case .wake(let time, let timer) where time < .seconds(1): all += server.wake(timer)
      case .indicate(let characteristic, _) where characteristic != .controlPoint:
        all += server.confirmed(characteristic)
      default: break
      }
      index += 1
    }
    return all
  }

  static func codes(_ actions: [RangingServerAction]) -> [UInt8] {
    actions.compactMap {
      if case .indicate(.controlPoint, let octets) = $0, octets[0] == 2 { octets[1] } else { nil }
    }
  }

  @Test("data is kept on demand, told, given, and dropped when it is acknowledged")
  func onDemand() {
    var server = Self.server()
    for characteristic in [RangingCharacteristic.onDemandData, .controlPoint, .ready] {
      _ = server.subscriptionChanged(characteristic, bits: 3)
    }
    let told = Self.range(&server, counter: 5)
    #expect(told == [.setValue(.ready, [5, 0]), .indicate(.ready, [5, 0])])
    let given = Self.drain(&server, server.command([0, 5, 0]))
    #expect(Self.codes(given) == [1])
    #expect(given.contains(.indicate(.controlPoint, [0, 5, 0])))
    let values = given.compactMap { if case .notify(.onDemandData, let octets) = $0 { octets } else { nil } }
    #expect(values.count > 1 && values.allSatisfy { $0.count <= 60 })
    #expect(Self.codes(server.command([1, 5, 0])) == [1])
    #expect(Self.codes(server.command([0, 5, 0])) == [8])
    #expect(Self.codes(server.command([1, 5, 0])) == [8])
  }

  @Test("a defective server keeps data that is acknowledged, or does not answer the acknowledgement")
  func acknowledgementFaults() {
    func codes(_ fault: Fault) -> [[UInt8]] {
      var server = Self.server(faults: [fault])
      _ = server.subscriptionChanged(.onDemandData, bits: 1)
      _ = Self.range(&server, counter: 5)
      _ = Self.drain(&server, server.command([0, 5, 0]))
      return [[1, 5, 0], [0, 5, 0]].map { Self.codes(server.command($0)) }
    }
    #expect(codes(.rasAckIgnored) == [[1], [1]])
    #expect(codes(.rasAckUnanswered) == [[], [8]])
  }

  @Test("data that nobody acknowledges is dropped after five seconds")
  func acknowledgementTimeout() {
    var server = Self.server()
    _ = server.subscriptionChanged(.onDemandData, bits: 1)
    _ = Self.range(&server, counter: 5)
    let given = Self.drain(&server, server.command([0, 5, 0]))
    for case .wake(.seconds(5), let timer) in given { _ = server.wake(timer) }
    #expect(Self.codes(server.command([1, 5, 0])) == [8])
  }

  @Test("the oldest data is overwritten, and told")
  func overwriting() {
    var server = Self.server(buffers: 2)
    for characteristic in [RangingCharacteristic.onDemandData, .overwritten] {
      _ = server.subscriptionChanged(characteristic, bits: 1)
    }
    for counter in 5...6 as ClosedRange<UInt16> { _ = Self.range(&server, counter: counter) }
    #expect(Self.range(&server, counter: 7).contains(.notify(.overwritten, [5, 0])))
    #expect(Self.codes(server.command([0, 5, 0])) == [8])
  }

  @Test("data that is sent is not overwritten; new data waits for room")
  func noOverwritingOfWhatIsSent() {
    var server = Self.server(buffers: 1)
    _ = server.subscriptionChanged(.onDemandData, bits: 2)
    _ = server.subscriptionChanged(.ready, bits: 1)
    _ = Self.range(&server, counter: 5)
    _ = server.command([0, 5, 0])
    #expect(Self.range(&server, counter: 6).isEmpty)
  }

  @Test("real-time data that is overtaken is broken off, and the next begins with a first segment")
  func realTime() {
    var server = Self.server(buffers: 1)
    _ = server.subscriptionChanged(.realTimeData, bits: 2)
    guard case .indicate(.realTimeData, let first)? = Self.range(&server, counter: 5).first else {
      Issue.record("nothing is sent")
      return
    }
    #expect(first[0] & 1 == 1)
    guard case .indicate(.realTimeData, let next)? = Self.range(&server, counter: 6).first else {
      Issue.record("nothing is sent")
      return
    }
    #expect(next[0] & 1 == 1 && next[1] == 6)
  }

  @Test(
    "commands are refused with the code that fits",
    arguments: [
      ("05", 2), ("c8", 2), ("00", 3), ("000500ff", 3), ("0200000000", 2), ("03", 2), ("0300", 2),
      ("040000", 2),
      ("004412", 3),
    ] as [(String, UInt8)])
  func refusals(hex: String, code: UInt8) throws {
    var server = Self.server()
    #expect(Self.codes(server.command(try #require([UInt8](hex: hex)))) == [code])
  }

  @Test("with every feature, lost segments, abort and filter are done")
  func features() {
    var server = Self.server([.realTime, .lostSegments, .abort, .filter])
    _ = server.subscriptionChanged(.onDemandData, bits: 2)
    _ = Self.range(&server, counter: 5)
    #expect(Self.codes(server.command([3])) == [5])
    #expect(Self.codes(server.command([0, 5, 0])) == [1])
    #expect(Self.codes(server.command([0, 5, 0])) == [7])
    #expect(Self.codes(server.command([3, 0])) == [3])
    #expect(Self.codes(server.command([3])) == [1])
    let given = Self.drain(&server, server.command([0, 5, 0]))
    #expect(given.contains(.indicate(.controlPoint, [0, 5, 0])))
    #expect(Self.codes(server.command([2, 5, 0, 2, 1])) == [3])
    #expect(Self.codes(server.command([2, 5, 0, 200, 0xFF])) == [3])
    let again = Self.drain(&server, server.command([2, 5, 0, 1, 0xFF]))
    let last = UInt8(given.count { if case .indicate(.onDemandData, _) = $0 { true } else { false } } - 1)
    #expect(again.contains(.indicate(.controlPoint, [1, 5, 0, 1, last])))
    #expect(Self.codes(server.command([4, 0x0A, 0])) == [1])
  }
}
