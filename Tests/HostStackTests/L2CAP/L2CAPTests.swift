import CoreTypes
import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct L2CAPTests {
  @Test("a frame survives every fragment length", arguments: 1...72)
  func frameSurvives(limit: Int) {
    let frame = L2CAPFrame(.securityManager, Array(0..<65))
    var reassembler = L2CAPReassembler()
    var outcomes: [L2CAPReassembler.Outcome] = []
    for (index, fragment) in frame.fragments(limit: limit).enumerated() {
      #expect(fragment.count <= limit)
      outcomes += reassembler.receive(fragment, isStart: index == 0)
    }
    #expect(outcomes == [.frame(frame)])
  }

  @Test("the header is length, then channel")
  func headerLength() throws {
    let octets = [UInt8].of("0700 0600 0103000d100303")
    let frame = try L2CAPFrame(decoding: octets)
    #expect(frame.channel == .securityManager)
    #expect(frame.payload == [UInt8].of("0103000d100303"))
    #expect(frame.encoded() == octets)
  }

  @Test("a truncated frame is refused", arguments: 0..<11)
  func truncatedFrame(count: Int) {
    let octets = [UInt8].of("0700 0600 0103000d100303")
    #expect(throws: WireError.self) { try L2CAPFrame(decoding: Array(octets.prefix(count))) }
  }

  @Test("a continuation without start is discarded")
  func strayContinuation() {
    var reassembler = L2CAPReassembler()
    let outcomes = reassembler.receive([1, 2, 3], isStart: false)
    #expect(outcomes == [.discarded(.continuationWithoutStart(octets: 3))])
  }

  @Test("a new start gives up the open frame and is itself taken")
  func newStartWins() {
    var reassembler = L2CAPReassembler()
    #expect(reassembler.receive([5, 0, 4, 0, 1], isStart: true) == [])
    let outcomes = reassembler.receive([1, 0, 4, 0, 9], isStart: true)
    #expect(outcomes == [.discarded(.abandoned(octets: 5)), .frame(L2CAPFrame(.attribute, [9]))])
  }

  @Test("octets beyond the length spoil the frame")
  func octetsLength() {
    var reassembler = L2CAPReassembler()
    let outcomes = reassembler.receive([1, 0, 4, 0, 9, 9], isStart: true)
    #expect(outcomes == [.discarded(.tooLong(expected: 5, received: 6))])
    #expect(reassembler.receive([1], isStart: false) == [.discarded(.continuationWithoutStart(octets: 1))])
  }

  @Test("any fragments give frames or errors")
  func fragmentsGive() {
    var random = RandomStream(seed: 1)
    var reassembler = L2CAPReassembler()
    for _ in 0..<5_000 {
      var fragment = random.octets(Int.random(in: 0...12, using: &random))
      if fragment.count > 1 {
        fragment[0] %= 12
        fragment[1] = 0
      }
      for case .frame(let frame) in reassembler.receive(fragment, isStart: Bool.random(using: &random)) {
        #expect(frame.payload.count < 12)
      }
    }
  }

  @Test("a parameter request is twelve octets")
  func parameterRequest() throws {
    let request = ConnectionParameterUpdateRequest(
      ConnectionParameterRange(intervalMin: 12, intervalMax: 24, latency: 4, timeout: 600))
    let command = SignallingCommand(identifier: 7, request)
    #expect(command.encoded() == [UInt8].of("12 07 0800 0c00 1800 0400 5802"))
    #expect(try ConnectionParameterUpdateRequest(decoding: command.data) == request)
  }
}
