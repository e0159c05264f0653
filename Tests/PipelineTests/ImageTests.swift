import Foundation
import ProjectFiles
import Testing

@Suite(
  "The container image",
  .enabled(
    if: DebianRoot.template != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/buildah"),
    "no Debian or no buildah: make need-debian installs both, as root"))
struct ImageTests {
  /// A Debian with the libraries of the executable under test, since that of a release holds Swift's runtime within.
  private func prepare(_ root: URL) throws {
    let libraries = try host("ldd", BuiltExecutable.reflector.path).log.split(separator: "\n").compactMap {
      line in
      line.split(separator: " ").first { $0.hasPrefix("/") }.map(String.init)
    }
    try #require(try host("cp", "-a", try #require(DebianRoot.template).path, root.path).status == 0)
    let place = root.appending(path: "usr/lib/x86_64-linux-gnu").path
    try #require(try host("cp", "-Ln", libraries, place).status == 0)
  }

  @Test("has the tool as its entry point, and its version; the tool starts in it")
  func image() throws {
    let place = try ForgeFolder()
    defer { withExtendedLifetime(place) {} }
    let folder = place.url
    let root = folder.appending(path: "debian")
    try prepare(root)
    let script = ProjectFolder.url.appending(path: "Pipelines/image.sh").path
    let made = try host("bash", script, BuiltExecutable.reflector.path, folder.path, root.path)
    try #require(made.status == 0, "\(made.log)")
    let archive = try #require(made.log.split(separator: "\n").last).description
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
}
