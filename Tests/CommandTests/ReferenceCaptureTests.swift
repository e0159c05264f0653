import Foundation
import ProjectFiles
import Testing

@Suite("The reference captures")
struct ReferenceCaptureTests {
  /// Written by `reflector check Profiles/accessories/nordic-nrf54l15-ipt.yaml --only CS-A02`; a change is to be
  /// looked at in Wireshark before it takes its place.
  @Test("a check writes the octets of Captures/reference, on every machine")
  func octets() throws {
    let folder = try Folder()
    let ended = try Tool.shell(
      """
      cd '\(ProjectFolder.url.path)' && "$REFLECTOR" check Profiles/accessories/nordic-nrf54l15-ipt.yaml \
      --only CS-A02 --captures '\(folder.url.path)' --quiet
      """, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let written = try Data(contentsOf: folder.url.appending(path: "nordic-nrf54l15-ipt.pcapng"))
    let reference = try Data(
      contentsOf: ProjectFolder.url.appending(path: "Captures/reference/nordic-nrf54l15-ipt-CS-A02.pcapng"))
    #expect(written == reference)
  }
}
