import ProfileImport
import Profiles
import Testing

@Suite("What a recording shows of links")
struct LinkImportTests {
  @Test(
    "a connection shorter than stacks wait with a request for other parameters does not show that none comes",
    arguments: zip([3, 8], [false, true]))
  func parameters(seconds: Int, isShown: Bool) throws {
    var recording = SeriesRecording()
    recording.wait(seconds)
    recording.disconnect()
    let made = try RoundTrip.imported([recording.octets()])
    let key = "link.requests_connection_parameters"
    #expect(made.unknown.contains { $0 == "link" || $0 == key } != isShown)
  }
}
