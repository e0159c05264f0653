import CoreTypes
import HCI
import LinkLayer
import RadioModel
import Testing

@testable import VirtualController

@Suite("Scanning and initiating")
struct ScannerTests {
  private func scan(_ bench: ControllerBench, isActive: Bool, filtersDuplicates: Bool = false) {
    bench.central.send(
      LESetScanParametersCommand {
        $0.leScanType = isActive ? .active : .passive
        ($0.leScanInterval, $0.leScanWindow) = (0x60, 0x60)
      })
    bench.central.send(
      LESetScanEnableCommand {
        $0.leScanEnable = .enabled
        $0.filterDuplicates = filtersDuplicates ? .on : .off
      })
  }

  private func reports(_ bench: ControllerBench) -> [LEAdvertisingReportEvent.Report] {
    bench.central.events.flatMap { event -> [LEAdvertisingReportEvent.Report] in
      if case .leAdvertisingReport(let reports) = event { reports.reports } else { [] }
    }
  }

  @Test("a passive scanner reports and sends nothing")
  func passive() throws {
    let bench = ControllerBench()
    bench.advertise()
    scan(bench, isActive: false)
    bench.run(.seconds(1))
    #expect(bench.log.frames.allSatisfy { $0.octets[0] & 0xF == 0 })
    let report = try #require(reports(bench).first)
    #expect(report.eventType == .connectable && report.data == [2, 1, 6])
    #expect(report.address.bdAddr == bench.peripheral.controller.description.address.bdAddr)
    let loss = bench.air.environment.pathLossDecibels
    #expect(Double(report.rssi.rawValue) == (-loss).rounded())
    #expect(reports(bench).count > 5)
  }

  @Test("duplicates are filtered when asked")
  func duplicates() {
    let bench = ControllerBench()
    bench.advertise()
    scan(bench, isActive: true, filtersDuplicates: true)
    bench.run(.seconds(1))
    #expect(reports(bench).map(\.eventType) == [.connectable, .scanResponse])
  }

  @Test("SCAN_REQ follows ADV_IND, and SCAN_RSP follows SCAN_REQ, after 150 us and the flight")
  func scanResponse() throws {
    let bench = ControllerBench()
    bench.advertise()
    scan(bench, isActive: true)
    #expect(bench.run(until: { reports(bench).contains { $0.eventType == .scanResponse } }))
    let frames = bench.log.frames
    let answer = try #require(frames.firstIndex { $0.octets[0] & 0xF == 4 })
    let gap = Picoseconds.microseconds(150) + bench.flight
    #expect(frames[answer - 2].octets[0] & 0xF == 0)
    #expect(frames[answer - 1].start - frames[answer - 2].end == gap)
    #expect(frames[answer].start - frames[answer - 1].end == gap)
    guard case .scanReq(_, let request) = try AdvertisingPDU(decoding: frames[answer - 1].octets) else {
      Issue.record("not a SCAN_REQ")
      return
    }
    #expect(request.scanA == bench.central.controller.description.address.bdAddr)
    #expect(request.advA == bench.peripheral.controller.description.address.bdAddr)
    #expect(reports(bench).last?.data == [3, 9, 0x41, 0x42])
  }

  @Test(
    "CONNECT_IND carries what the host asked for, and numbers that are legal",
    arguments: 1...5 as ClosedRange<UInt64>)
  func connectInd(seed: UInt64) throws {
    let bench = ControllerBench(seed: seed)
    #expect(bench.connect(interval: 40, timeout: 321))
    bench.run(.milliseconds(1))
    let (found, frame) = try #require(
      try bench.log.advertising { if case .connectInd(let flags, let pdu) = $0 { (flags, pdu) } else { nil } }
    )
    let (flags, pdu) = found
    #expect(flags.chSel)
    #expect(pdu.initA == bench.central.controller.description.address.bdAddr)
    #expect(pdu.advA == bench.peripheral.controller.description.address.bdAddr)
    #expect(pdu.llData.parameters == ConnectionParameters(interval: 40, timeout: 321))
    #expect(pdu.llData.accessAddress.isLegal())
    #expect((5...16).contains(pdu.llData.hop))
    #expect(pdu.llData.channelMap == 0x1F_FFFF_FFFF)
    #expect(pdu.llData.winSize.isLegal)
    let advertisement = try #require(bench.log.frames.last { $0.start < frame.start })
    #expect(frame.channel == advertisement.channel)
    #expect(frame.start - advertisement.end == .microseconds(150) + bench.flight)
    for host in [bench.central, bench.peripheral] {
      let event = try #require(
        host.last { $0.connectionComplete })
      #expect(event.parameters.interval == 40 && event.parameters.timeout == 321)
      #expect(event.role == (host === bench.central ? .central : .peripheral))
      #expect(
        host.count {
          if case .leChannelSelectionAlgorithm(let event) = $0 {
            event.channelSelectionAlgorithm == .algorithm2
          } else {
            false
          }
        } == 1)
    }
  }

  @Test("a connection that finds nobody can be cancelled")
  func cancel() {
    let bench = ControllerBench()
    bench.initiate()
    bench.run(.seconds(1))
    bench.central.send(LECreateConnectionCancelCommand())
    bench.run(.milliseconds(1))
    let status = bench.central.last { $0.connectionComplete?.status }
    #expect(status == .unknownConnectionIdentifier)
    bench.advertise()
    bench.run(.seconds(1))
    #expect(bench.peripheral.handle == 0)
  }

  @Test("the end of a cancelled search comes after the answer to the command")
  func cancelOrder() {
    let bench = ControllerBench()
    bench.initiate()
    bench.run(.seconds(1))
    bench.central.forget()
    bench.central.send(LECreateConnectionCancelCommand())
    bench.run(.milliseconds(1))
    let isAnswerFirst = if case .commandComplete? = bench.central.events.first { true } else { false }
    #expect(isAnswerFirst && bench.central.events.count == 2)
    #expect(bench.central.events.last?.connectionComplete?.status == .unknownConnectionIdentifier)
  }

  @Test("a link goes on undisturbed while its central scans, and the scan goes on beside it")
  func scanningBesideALink() {
    let bench = ControllerBench()
    scan(bench, isActive: true)
    #expect(bench.connect())
    bench.log.forget()
    bench.central.forget()
    bench.run(.seconds(3))
    let events = bench.log.connectionEvents
    #expect(events.count >= 99)
    #expect(events.allSatisfy { $0.count == 2 })
    #expect(bench.isConnected)
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.run(.seconds(3))
    #expect(!reports(bench).isEmpty)
    #expect(bench.isConnected)
  }
}
