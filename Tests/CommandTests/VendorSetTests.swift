import Foundation
import Testing

@Suite("A requirement set of one's own")
struct VendorSetTests {
  private static let set = """
    schema: reflector/requirements/1
    id: ours
    extends: apple-ios27-cs
    title: Ours
    drop: [{ id: CS-A13, reason: Never paused. }]
    requirements:
      - { id: CS-A03, limits: { phase_residual_rad: 0.000001 } }
      - id: OUR-01
        title: Features
        level: should
        source: Our guidelines
        text: The features are there.
        cases: [CS/FEA/BV-01]

    """

  @Test("is checked by its path, with the limits it sets and without what it drops")
  func byPath() throws {
    let folder = try Folder()
    try folder.write(Self.set, "sets/ours.yaml")
    let ended = try Tool.run(
      [
        "check", "nordic-nrf54l15-ipt", "--requirements", "sets/ours.yaml", "--only", "CS-A03,OUR-01",
        "--no-capture",
      ], in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    #expect(ended.output.contains("setup     ours with iphone-ios27"))
    #expect(ended.output.contains("FAIL: 1 passed, 1 failed (CS-A03)"))
    let dropped = try Tool.run(
      ["check", "nordic-nrf54l15-ipt", "--requirements", "sets/ours.yaml", "--only", "CS-A13"], in: folder)
    #expect(dropped.status == 2)
  }

  @Test("is explained with what it changes")
  func explained() throws {
    let folder = try Folder()
    try folder.write(Self.set, "sets/ours.yaml")
    let ended = try Tool.run(
      ["explain", "our-01", "CS-A03", "--requirements", "sets/ours.yaml"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.hasPrefix("OUR-01  Features\n"))
    #expect(ended.output.contains("phase_residual_rad 1e-06"))
    #expect(try Tool.run(["explain", "OUR-01"], in: folder).status == 2)
    #expect(try Tool.run(["explain", "OUR-01", "--requirements", "no.yaml"], in: folder).status == 2)
  }

  @Test("is checked once, however often it is asked for")
  func once() throws {
    let folder = try Folder()
    let ended = try Tool.run(
      [
        "check", "reference", "--requirements", "apple-ask,all,apple-ask", "--only", "ASK-01", "--no-capture",
      ],
      in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.split(separator: "setup     apple-ask ").count == 2)
  }

  @Test("that extends itself by way of another is bad input, with the circle")
  func circle() throws {
    let folder = try Folder()
    try folder.write(Self.set.replacing("apple-ios27-cs", with: "theirs.yaml"), "ours.yaml")
    try folder.write(Self.set.replacing("apple-ios27-cs", with: "ours.yaml"), "theirs.yaml")
    let ended = try Tool.run(["check", "reference", "--requirements", "ours.yaml"], in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error.hasPrefix("theirs.yaml:3:10: extends: found a set that extends itself (ours.yaml -> "))
  }

  @Test("that misspells the set it extends is bad input, with the line")
  func misspelt() throws {
    let folder = try Folder()
    try folder.write(Self.set.replacing("apple-ios27-cs", with: "apple-ios-27"), "ours.yaml")
    let ended = try Tool.run(["check", "nordic-nrf54l15-ipt", "--requirements", "ours.yaml"], in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.hasPrefix("ours.yaml:3:10: extends: found 'apple-ios-27', expected one of "))
    #expect(ended.error.contains("Did you mean 'apple-ios27-cs'?"))
  }
}
