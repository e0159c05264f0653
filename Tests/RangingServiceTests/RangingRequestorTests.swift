import CoreTypes
import Testing
import Wire

@testable import RangingService

@Suite("The client of the Ranging Service")
struct RangingRequestorTests {
  static let body = (0..<60).map { UInt8($0) }
  static let values = RangingSegment.segments(of: body, mtu: 23).map { $0.encoded() }

  static func timer(_ actions: [RangingRequestorAction]) -> (Picoseconds, RangingRequestor.Timer)? {
    for case .wake(let time, let timer) in actions { return (time, timer) }
    return nil
  }

  @Test("real-time data comes whole, segment by segment")
  func realTime() {
    var requestor = RangingRequestor(.realTime, features: .realTime)
    for _ in 0..<2 {
      var outcome: [RangingRequestorAction] = []
      for value in Self.values { outcome = requestor.take(value, on: .realTimeData) }
      #expect(outcome == [.received(Self.body)])
    }
    #expect(requestor.take(Self.values[1], on: .realTimeData).isEmpty)
    _ = requestor.take(Self.values[0], on: .realTimeData)
    #expect(requestor.take(Self.values[2], on: .realTimeData) == [.gaveUp(.segmentsLost)])
  }

  /// RAP/REQ/RRD/BI-01-C and BI-02-C.
  @Test("who gets no segment in time disables real-time data")
  func realTimeTimeouts() throws {
    var requestor = RangingRequestor(.realTime, features: .realTime)
    let (first, firstTimer) = try #require(Self.timer(requestor.procedureEnded()))
    #expect(first == .seconds(5))
    #expect(requestor.wake(firstTimer) == [.gaveUp(.noFirstSegment), .unsubscribe(.realTimeData)])
    let (next, nextTimer) = try #require(Self.timer(requestor.take(Self.values[0], on: .realTimeData)))
    #expect(next == .seconds(1))
    #expect(requestor.wake(firstTimer).isEmpty)
    #expect(requestor.wake(nextTimer) == [.gaveUp(.noNextSegment), .unsubscribe(.realTimeData)])
  }

  /// RAP/REQ/ORD/BV-01-C, two procedures, and BI-03-C, responses that mean nothing.
  @Test("on-demand data is asked for, put together and acknowledged, one procedure after the other")
  func onDemand() {
    var requestor = RangingRequestor(.onDemand, features: [])
    let get = requestor.take([7, 0], on: .ready)
    #expect(get.first == .write([0, 7, 0]) && Self.timer(get)?.0 == .seconds(5))
    #expect(requestor.take([8, 0], on: .ready).isEmpty)
    #expect(requestor.take([2, 1], on: .controlPoint).isEmpty)
    #expect(requestor.take([1, 7, 0, 0, 1], on: .controlPoint).isEmpty)
    #expect(requestor.take([0x77, 1], on: .controlPoint).isEmpty)
    for value in Self.values {
      #expect(Self.timer(requestor.take(value, on: .onDemandData))?.0 == .seconds(1))
    }
    let done = requestor.take([0, 7, 0], on: .controlPoint)
    #expect(done.prefix(3) == [.write([1, 7, 0]), .received(Self.body), .write([0, 8, 0])])
  }

  /// RAP/REQ/ORD/BV-03-C.
  @Test("lost segments are asked for again where the server has that")
  func lostSegments() {
    var requestor = RangingRequestor(.onDemand, features: .lostSegments)
    _ = requestor.take([7, 0], on: .ready)
    for index in Self.values.indices where index != 1 {
      _ = requestor.take(Self.values[index], on: .onDemandData)
    }
    #expect(requestor.take([0, 7, 0], on: .controlPoint).first == .write([2, 7, 0, 1, 1]))
    _ = requestor.take(Self.values[1], on: .onDemandData)
    let done = requestor.take([1, 7, 0, 1, 1], on: .controlPoint)
    #expect(done == [.write([1, 7, 0]), .received(Self.body)])
    var plain = RangingRequestor(.onDemand, features: [])
    _ = plain.take([7, 0], on: .ready)
    _ = plain.take(Self.values[0], on: .onDemandData)
    #expect(plain.take([0, 7, 0], on: .controlPoint) == [.write([1, 7, 0]), .gaveUp(.segmentsLost)])
  }

  /// RAP/REQ/ORD/BI-01-C and BI-02-C.
  @Test("who asked and gets no segment in time aborts")
  func onDemandTimeouts() throws {
    var requestor = RangingRequestor(.onDemand, features: .abort)
    let (_, first) = try #require(Self.timer(requestor.take([7, 0], on: .ready)))
    #expect(requestor.wake(first) == [.write([3]), .gaveUp(.noFirstSegment)])
    _ = requestor.take([8, 0], on: .ready)
    let (_, next) = try #require(Self.timer(requestor.take(Self.values[0], on: .onDemandData)))
    #expect(requestor.wake(next) == [.write([3]), .gaveUp(.noNextSegment)])
  }

  @Test("the answer to an abort is none to the next request", arguments: [1, 2, 5] as [UInt8])
  func abortAnswered(code: UInt8) throws {
    var requestor = RangingRequestor(.onDemand, features: [])
    let (_, timer) = try #require(Self.timer(requestor.take([7, 0], on: .ready)))
    _ = requestor.take([8, 0], on: .ready)
    let aborted = requestor.wake(timer)
    #expect(aborted.prefix(3) == [.write([3]), .gaveUp(.noFirstSegment), .write([0, 8, 0])])
    #expect(requestor.take([2, code], on: .controlPoint).isEmpty)
    #expect(requestor.take([2, 1], on: .controlPoint).isEmpty)
    for value in Self.values { _ = requestor.take(value, on: .onDemandData) }
    #expect(requestor.take([0, 8, 0], on: .controlPoint) == [.write([1, 8, 0]), .received(Self.body)])
    _ = requestor.take([9, 0], on: .ready)
    #expect(requestor.take([2, 8], on: .controlPoint) == [.gaveUp(.refused(.noRecordsFound))])
  }

  /// RAP/REQ/ORD/BV-07-C.
  @Test("data that is overwritten is not asked for, and a refusal moves on to the next")
  func overwritten() {
    var requestor = RangingRequestor(.onDemand, features: [])
    for counter in [7, 8, 9] as [UInt8] { _ = requestor.take([counter, 0], on: .ready) }
    #expect(requestor.take([8, 0], on: .overwritten) == [.gaveUp(.overwritten(8))])
    let refused = requestor.take([2, 8], on: .controlPoint)
    #expect(refused.prefix(2) == [.gaveUp(.refused(.noRecordsFound)), .write([0, 9, 0])])
  }
}
