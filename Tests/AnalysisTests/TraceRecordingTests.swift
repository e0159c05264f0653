import Analysis
import Capture
import ChannelSounding
import CoreTypes
import Foundation
import HCI
import HostStack
import Ranging
import Testing

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

/// The start of a trace of Silicon Labs' API, and the whole of it as somebody else rewrote it into HCI.
@Suite(
  "An API trace of real hardware analyzed",
  .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
struct TraceRecordingTests {
  private struct Reading {
    var analyzer: RecordingAnalyzer
    var procedures: [ProcedureAnalysis]

    var connection: RecordedConnection { analyzer.connections[0] }
  }

  private static func read(_ name: String) throws -> Reading {
    let path = try #require(recordings) + "/" + name
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(path: path), name: name)], estimators: [.ml, .music])
    var procedures: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
    try #require(analyzer.connections.count == 1)
    return Reading(analyzer: analyzer, procedures: procedures)
  }

  private static func trace() throws -> Reading { try read("silabs_pbr_trace_head.txt") }
  private static func rewritten() throws -> Reading { try read("silabs_pbr_with_names.btsnoop") }

  @Test(
    "every packet of the rewritten trace up to the end of the other comes from the trace, octet for octet")
  func packets() throws {
    let folder = try #require(recordings)
    let trace = try RecordingReader(path: folder + "/silabs_pbr_trace_head.txt")
    var made: Set<[UInt8]> = []
    var end = RecordTime(seconds: 0, picoseconds: 0)
    while let frame = try trace.next() {
      made.insert(Self.content(of: frame, trace.octets))
      end = try #require(frame.time)
    }
    // It counts from a day of its own.
    let day: Int64 = 1_700_000_000
    let other = try RecordingReader(path: folder + "/silabs_pbr_with_names.btsnoop")
    var (count, missing): (Int, [[UInt8]]) = (0, [])
    while let frame = try other.next() {
      let time = try #require(frame.time)
      guard RecordTime(seconds: time.seconds - day, picoseconds: time.picoseconds) <= end else { break }
      count += 1
      // Where a search asks for more, the requests differ in how far they ask.
      let isSearch = frame.kind == .hci(.acl) && other.octets[8] == ATTOpcode.readByTypeRequest.rawValue
      let content = Self.content(of: frame, other.octets)
      if !isSearch, !made.contains(content) { missing.append(content) }
    }
    #expect(count > 250)
    #expect(missing == [])
  }

  /// The octets, of data without the handle: its flags are those of a controller in all packets of the rewritten trace.
  private static func content(of frame: RecordedFrame, _ octets: [UInt8]) -> [UInt8] {
    frame.kind == .hci(.acl) ? Array(octets.dropFirst(2)) : octets
  }

  @Test("procedures, steps and distances are those of the rewritten trace")
  func procedures() throws {
    let (trace, rewritten) = (try Self.trace(), try Self.rewritten())
    // The last procedure of the start has no end.
    let whole = trace.procedures.filter { $0.initiator?.ending != .unfinished && $0.obstacle == nil }
    #expect(whole.count >= 8)
    for procedure in whole {
      let counter = try #require(procedure.initiator?.counter)
      let other = try #require(rewritten.procedures.first { $0.initiator?.counter == counter })
      for end in [\ProcedureAnalysis.initiator, \.reflector] {
        let (one, two) = (try #require(procedure[keyPath: end]), try #require(other[keyPath: end]))
        #expect(one.subevents.map(\.stepOctets) == two.subevents.map(\.stepOctets), "procedure \(counter)")
        #expect(one.subevents.map(\.frequencyCompensation) == two.subevents.map(\.frequencyCompensation))
        #expect(one.subevents.map(\.referencePowerLevel) == two.subevents.map(\.referencePowerLevel))
        #expect(one.ending == two.ending && one.role == two.role)
      }
      #expect(procedure.configuration == other.configuration)
      #expect(procedure.estimates.map(\.estimate?.metres) == other.estimates.map(\.estimate?.metres))
      #expect(procedure.estimates.contains { $0.estimate?.hasPeak == true }, "procedure \(counter)")
    }
  }

  @Test("both tell of the same connection and what was agreed in it")
  func connection() throws {
    let (trace, rewritten) = (try Self.trace().connection, try Self.rewritten().connection)
    #expect(trace.isWhole && trace.role == rewritten.role && trace.role == .central)
    #expect(trace.peer.address?.value == rewritten.peer.address?.value)
    #expect(trace.configurations.map(\.value) == rewritten.configurations.map(\.value))
    #expect(trace.schedule?.value == rewritten.schedule?.value)
    let services: (RecordedConnection) -> [[BluetoothUUID]] = { connection in
      [connection.peer.database.characteristics.map(\.uuid)]
    }
    #expect(services(trace) == services(rewritten))
    #expect(
      trace.peer.database.characteristics.map(\.declarationHandle)
        == rewritten.peer.database.characteristics.map(\.declarationHandle))
  }

  @Test("the trace also tells what the rewriting left out")
  func facts() throws {
    let connection = try Self.trace().connection
    #expect(connection.intervalMicroseconds == 7_500 && connection.timeout?.value == 500)
    #expect(connection.isEncrypted && connection.isSecured)
    #expect(
      connection.phys?.value.centralToPeripheral == 2 && connection.phys?.value.peripheralToCentral == 2)
    #expect(connection.dataLength?.value.rx.octets == 251)
    #expect(connection.peer.features?.value == 0xC000_0000_C92D)
    let capabilities = try #require(connection.peer.capabilities?.value)
    #expect(capabilities.numAntennas == 2 && capabilities.maxAntennaPaths == 4 && capabilities.tSW == 1)
    #expect(capabilities.subfeatures == [.noFAE, .channelSelection3c])
    #expect(connection.own.capabilities?.value == capabilities)
    #expect(
      connection.peer.database.services.map(\.uuid)
        == [.genericAttribute, .genericAccess, BluetoothUUID(0x180A), .ranging])
    #expect(connection.peer.database.value(of: 27)?.octets == [7, 0, 0, 0])
  }

  @Test("what the trace does not hold stays unknown")
  func unknowns() throws {
    let connection = try Self.trace().connection
    #expect(connection.own.address == nil && connection.peer.version == nil)
    #expect(connection.peer.receiveMTU == nil && connection.peer.pairing == nil)
    #expect(connection.peer.clockAccuracy == nil && connection.endReason == nil)
    #expect(try Self.trace().analyzer.recordings.map(\.problemCount) == [0])
  }
}
