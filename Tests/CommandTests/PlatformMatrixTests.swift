import Testing

@Suite("reflector check --platform-matrix")
struct PlatformMatrixTests {
  @Test("shows accessories against sets and what stands in the way")
  func matrix() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      [
        "check", "nordic-nrf54l15-ipt", "silabs-xg24", "--platform-matrix", "--requirements",
        "apple-ios27-cs,core-6-3-hci", "--json", "a.json", "--markdown", "a.md", "--no-capture",
      ], in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    let lines = ended.output.split(separator: "\n").map(String.init)
    #expect(lines[0].split(separator: " ") == ["PROFILE", "apple-ios27-cs", "core-6-3-hci"])
    #expect(lines[1].contains("PASS") && !lines[1].contains("FAIL"))
    #expect(lines[2].contains("FAIL 2"))
    #expect(ended.output.contains("apple-ios27-cs: CS-A01 Bluetooth 6.3; CS-A03 Inline PCT"))
    let page = try folder.text("a.md")
    #expect(page.contains("| profile | `apple-ios27-cs` | `core-6-3-hci` |"))
    #expect(page.contains("| ❌ FAIL 2 | ✅ PASS |"))
    let json = try folder.text("a.json")
    #expect(json.contains("\"platform_matrix\": ["))
    #expect(json.contains("\"failed\": [\"CS-A01\", \"CS-A03\"]"))
  }
}
