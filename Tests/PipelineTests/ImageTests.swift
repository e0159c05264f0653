import Foundation
import ProjectFiles
import Testing

@Suite(
  "The container image",
  .enabled(
    if: DebianRoot.template != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/buildah"),
    "no Debian or no buildah: make need-debian installs both, as root"))
struct ImageTests {
  /// Makes the image of a release in a folder, and gives its archive.
  private func image(in folder: URL) throws -> String {
    // A Debian with the libraries of the executable under test, since that of a release holds Swift's runtime within.
    let root = folder.appending(path: "debian")
    let libraries = try host("ldd", BuiltExecutable.reflector.path).log.split(separator: "\n").compactMap {
      line in
      line.split(separator: " ").first { $0.hasPrefix("/") }.map(String.init)
    }
    try #require(try host("cp", "-a", try #require(DebianRoot.template).path, root.path).status == 0)
    let place = root.appending(path: "usr/lib/x86_64-linux-gnu").path
    try #require(try host("cp", "-Ln", libraries, place).status == 0)
    let script = ProjectFolder.url.appending(path: "Pipelines/image.sh").path
    let made = try host("bash", script, BuiltExecutable.reflector.path, folder.path, root.path)
    try #require(made.status == 0, "\(made.log)")
    return try #require(made.log.split(separator: "\n").last).description
  }

  @Test("has the tool as its entry point, and its version; the tool starts in it")
  func image() throws {
    let place = try ForgeFolder()
    defer { withExtendedLifetime(place) {} }
    let folder = place.url
    let archive = try image(in: folder)
    try #require(try host("tar", "-xf", archive, "-C", folder.path).status == 0)

    func blob(_ digest: Any?) throws -> URL {
      let digest = try #require(digest as? String).replacing(":", with: "/")
      return folder.appending(path: "blobs/\(digest)")
    }
    func object(_ url: URL) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    }
    let index = try object(folder.appending(path: "index.json"))
    let entry = try #require((index["manifests"] as? [[String: Any]])?.first)
    let manifest = try object(try blob(entry["digest"]))
    let description = try object(try blob((manifest["config"] as? [String: Any])?["digest"]))
    let config = try #require(description["config"] as? [String: Any])
    #expect(config["Entrypoint"] as? [String] == ["/usr/bin/reflector"])
    let version = try host(BuiltExecutable.reflector.path, "--version").log
    #expect("reflector \((config["Labels"] as? [String: String])?["version"] ?? "")\n" == version)

    let layer = try blob((manifest["layers"] as? [[String: Any]])?.first?["digest"])
    let files = try host("tar", "-tf", layer.path).log.split(separator: "\n")
    for file in ["usr/bin/reflector", "usr/share/reflector/Profiles/phones/iphone-ios27.yaml", "usr/bin/sh"] {
      #expect(files.contains(Substring(file)), "\(file)")
    }
  }

  /// The first line of why this machine runs no container; nil if it runs them.
  private static let obstacle: String? = {
    do {
      let ended = try host("bash", container, "can")
      return ended.status == 0 ? nil : String(ended.log.prefix { !$0.isNewline })
    } catch {
      return "\(error)"
    }
  }()

  private static let container = ProjectFolder.url.appending(path: "Tests/Tools/container/container.sh").path

  @Test(
    "a shard of a campaign that runs in the image has the results of one outside; without libpcap it is asked for",
    .enabled(if: obstacle == nil, "podman runs no container here: \(obstacle ?? "")"))
  func shard() throws {
    let place = try ForgeFolder()
    defer { withExtendedLifetime(place) {} }
    let campaign = """
      schema: reflector/campaign/1
      id: small
      title: Small
      accessories: [accessory.yaml]
      ranging: {distances_m: [2, 5, 9], procedures: 600}
      checks: {requirements: [apple-ios27-cs]}

      """
    for name in ["inside", "outside"] {
      let folder = place.url.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(campaign.utf8).write(to: folder.appending(path: "a.yaml"))
      try Data(try Accessory.good().utf8).write(to: folder.appending(path: "accessory.yaml"))
    }
    func folder(_ name: String) -> URL { place.url.appending(path: name) }
    let run = ["campaign", "run", "a.yaml", "--shard", "1/2"]
    let archive = try image(in: place.url)
    let inside = try host("bash", Self.container, "run", archive, folder("inside").path, run)
    #expect(inside.log == "small: shard 1/2, 4 of 4 units done, 4 now; complete\n")
    let tool = BuiltExecutable.reflector.path
    let outside = try host(tool, run, folder: folder("outside"))
    #expect(outside.log == inside.log)
    let exports = try ["inside", "outside"].map { name in
      let export = ["campaign", "export", "a.yaml", "--store", "a.1-of-2.sqlite", "--sqlite", "export"]
      let ended = try host(tool, export, folder: folder(name))
      #expect(ended.status == 0, "\(ended.log)")
      return try Data(contentsOf: folder(name).appending(path: "export"))
    }
    #expect(exports[0] == exports[1])

    let list = ["capture", "--list"]
    let lacking = try host("bash", Self.container, "run", archive, folder("inside").path, list)
    #expect(lacking.status == 2 && lacking.log.hasPrefix("Error: --list: found no libpcap"), "\(lacking.log)")
  }
}
