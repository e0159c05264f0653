import Capture
import CoreTypes
import Notation
import Testing
import Wire

@Suite struct CaptureLogTests {
  @Test("frames are numbered from one in one sequence")
  func framesNumbered() {
    let log = CaptureLog()
    #expect([log.append(reset), log.append(advertisingFrame), log.append(resetComplete)] == [1, 2, 3])
    #expect(log.count == 3)
    #expect(log.frames.map(\.number) == [1, 2, 3])
  }

  @Test("each frame keeps its interface, time and direction")
  func frameFacts() {
    let frames = Array(threeFrames().frames)
    #expect(frames.map(\.interface) == [.hciInitiator, .link, .hciReflector])
    #expect(frames.map(\.nanoseconds) == [0, 1_234_567, 5_000_000_001])
    #expect(frames.map(\.direction) == [.hostToController, nil, .controllerToHost])
  }

  @Test("an HCI packet stands behind its big-endian direction")
  func hciPacket() {
    let log = threeFrames()
    #expect(log[1].octets.hex() == "00000000" + "01030c00")
    #expect(log[3].octets.hex() == "00000001" + "040e0401030c00")
  }

  @Test("comments keep their order on any frame")
  func commentOrder() {
    let log = threeFrames()
    #expect(log[1].comments.isEmpty)
    #expect(log[3].comments == ["one", "zwei µs"])
  }

  @Test("interfaces are in the order of the file with their link types")
  func interfacesOrder() {
    #expect(CaptureInterface.allCases.map(\.name) == ["ll", "hci-initiator", "hci-reflector", "cs-steps"])
    #expect(CaptureInterface.allCases.map(\.linkType) == [256, 201, 201, 147])
    #expect(CaptureInterface.all(withSteps: false) == [.link, .hciInitiator, .hciReflector])
  }

  @Test("an emptied log starts again at one")
  func emptiedLog() {
    let log = threeFrames()
    log.removeAll()
    #expect(log.count == 0 && log.octetCount == 0)
    #expect(log.append(reset) == 1)
    #expect(log[1].comments.isEmpty)
  }

  @Test("frames behind those taken out move up")
  func framesMoveUp() {
    let log = CaptureLog()
    for _ in 0..<4 { log.append(reset) }
    log.append(resetComplete)
    log.comment(frame: 1, text: "first")
    log.remove(2...4)
    #expect(log.count == 2 && log.octetCount == log[1].octets.count + log[2].octets.count)
    #expect(log[1].comments == ["first"] && log[2].comments.isEmpty)
    #expect(log[2].octets.hex() == "00000001" + "040e0401030c00" && log[2].nanoseconds == 5_000_000_001)
    #expect(log.append(resetComplete) == 3)
  }

  @Test("a frame with a remark stays")
  func remarkedFrame() async {
    await #expect(processExitsWith: .failure) {
      let log = CaptureLog()
      for _ in 0..<3 { log.append(reset) }
      log.comment(frame: 2, text: "evidence")
      log.remove(1...2)
    }
  }

  @Test("a frame earlier than the last one is a bug")
  func earlierFrame() async {
    await #expect(processExitsWith: .failure) {
      let log = CaptureLog()
      log.append(resetComplete)
      log.append(reset)
    }
  }
}
