import Foundation
import Testing

@Suite("reflector import")
struct ImportTests {
  /// A folder with the capture `c.pcapng` of a check.
  private static func captured(
    _ profile: String = "nordic-nrf54l15-ipt", fault: String? = nil, only: String
  ) throws -> Folder {
    let folder = try Folder()
    let planted = fault.map { ["--fault", $0] } ?? []
    let ended = try Tool.run(
      ["check", profile, "--only", only, "--capture", "c", "--quiet"] + planted, in: folder)
    #expect([0, 1].contains(ended.status), "\(ended.error)")
    let name = try #require(try folder.names("c").first { $0.hasSuffix(".pcapng") })
    try folder.octets(Array(try folder.data("c/\(name)")), "c.pcapng")
    return folder
  }

  @Test("makes a profile that reads, and a check of it leaves open what nobody has seen")
  func imported() throws {
    let folder = try Self.captured(only: "CS-A02,CS-A12")
    let made = try Tool.run(["import", "c.pcapng", "-o", "made.yaml"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.output.contains("channel_sounding: c.pcapng frame "))
    #expect(made.output.hasSuffix("wrote made.yaml; next: reflector check made.yaml\n"))
    let valid = try Tool.run(["profile", "validate", "made.yaml"], in: folder)
    #expect(valid.status == 0 && valid.output.hasPrefix("made.yaml: valid\nmade.yaml:"))
    let checked = try Tool.run(["check", "made.yaml", "--no-capture"], in: folder)
    #expect(checked.status == 3)
    #expect(checked.output.contains("the conduct was not seen (made.yaml:"))
    let assumed = try Tool.run(
      ["import", "c.pcapng", "-o", "made.yaml", "--assume", "all", "--force", "--vendor", "ACME"], in: folder)
    #expect(assumed.status == 0 && assumed.output.contains("  assumed "))
    #expect(try folder.text("made.yaml").contains("vendor: \"ACME\""))
    #expect(try Tool.run(["check", "made.yaml", "--no-capture"], in: folder).status == 0)
  }

  @Test("writes nothing where the input is wrong, and replaces nothing that it was not told to")
  func refusals() throws {
    let folder = try Self.captured(only: "CS-A02")
    try folder.write("mine", "mine.yaml")
    let wrong: [([String], String)] = [
      (["c.pcapng", "-o", "mine.yaml"], "mine.yaml exists already"),
      (["mine.yaml", "-o", "new.yaml"], "mine.yaml"),
      (["missing.pcapng", "-o", "new.yaml"], "missing.pcapng"),
      (["c.pcapng", "-o", "new.yaml", "--peer", "11:22:33:44:55:66"], "C0:FF:EE:00:00:02 (random): 1 link"),
      (["c.pcapng", "-o", "new.yaml", "--assume", "conducts"], "expected 'conduct', 'all'"),
      (["c.pcapng", "-o", "new.yaml", "--true-distance", "0"], "expected 0.1 to 149 metres"),
      (["c.pcapng", "-o", "nowhere/new.yaml"], "there is no folder nowhere"),
      (["c.pcapng", "-o", "new.yaml", "--vendor", ""], "--vendor"),
      (["c.pcapng"], "--out"),
    ]
    for (arguments, message) in wrong {
      let ended = try Tool.run(["import"] + arguments, in: folder)
      #expect(ended.status == 2 && ended.error.contains(message), "\(arguments): \(ended.error)")
    }
    #expect(try folder.text("mine.yaml") == "mine")
    #expect(!folder.exists("new.yaml") && !folder.exists("nowhere/new.yaml"))
  }

  @Test("lists ten of many accessories")
  func manyAccessories() throws {
    let folder = try Folder()
    // The header of a pcap file of HCI, and a report of each advertiser.
    var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [0, 0, 0, 0, 0, 0, 0, 0]
    file += [0xFF, 0xFF, 0, 0, 201, 0, 0, 0]
    for number in UInt8(0)..<12 {
      let event: [UInt8] = [4, 0x3E, 12, 2, 1, 0, 1, number, 0, 0, 0, 0, 0xD0, 0, 0xC0]
      let packet = [0, 0, 0, 1] + event
      let count = [UInt8(packet.count), 0, 0, 0]
      file += [number, 0, 0, 0, 0, 0, 0, 0] + count + count + packet
    }
    try folder.octets(file, "crowd.pcap")
    let ended = try Tool.run(["import", "crowd.pcap", "-o", "new.yaml"], in: folder)
    #expect(ended.status == 2 && ended.error.contains("found 12 accessories"), "\(ended.error)")
    #expect(ended.error.contains("D0:00:00:00:00:09") && !ended.error.contains("D0:00:00:00:00:0A"))
    #expect(ended.error.contains("and 2 more: 'reflector analyze --json' lists them"))
  }

  @Test("analyze says what a recording settles, with the place, and fails for what is broken")
  func verdicts() throws {
    let folder = try Self.captured(only: "CS-A02")
    let sets = ["--requirements", "apple-ios27-cs"]
    let ended = try Tool.run(["analyze", "c.pcapng", "--json", "a.json"] + sets, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("not shown by the recording"))
    #expect(ended.output.contains("(c.pcapng frame "))
    #expect(try folder.text("a.json").contains("\"verdicts\": ["))
    let broken = try Self.captured(fault: "host-support-not-reported", only: "CS-A02")
    let failed = try Tool.run(["analyze", "c.pcapng"] + sets, in: broken)
    #expect(failed.status == 1, "\(failed.output)\(failed.error)")
    #expect(try Tool.run(["analyze", "c.pcapng", "--requirements", "nonsense"], in: folder).status == 2)
  }
}
