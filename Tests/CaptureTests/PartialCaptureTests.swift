import Capture
import Testing

@Suite struct PartialCaptureTests {
  @Test("is whole after each call and goes at the end")
  func wholeAfterEachCall() throws {
    try withTemporaryFolder { folder in
      let partial = PartialCapture(beside: folder + "/run.pcapng", fixtureWriter)
      #expect(partial.path == folder + "/run.partial.pcapng")
      let log = CaptureLog()
      try partial.keep(log)
      #expect(try names(in: folder) == [])
      for count in 1...3 {
        log.comment(frame: log.append(reset), text: "number \(count)")
        log.append(reset)
        try partial.keep(log)
        let reader = try RecordingReader(path: partial.path)
        var comments: [String] = []
        while try reader.next() != nil { comments += reader.comments }
        #expect(comments == (1...count).map { "number \($0)" })
        #expect(reader.frameCount == 2 * count && reader.warnings == [])
      }
      partial.discard()
      #expect(try names(in: folder) == [])
    }
  }

  @Test("where it cannot be made it says so")
  func impossiblePlace() {
    let partial = PartialCapture(beside: "/proc/none/run.pcapng", fixtureWriter)
    let log = CaptureLog()
    log.append(reset)
    #expect(throws: CaptureError.self) { try partial.keep(log) }
  }
}
