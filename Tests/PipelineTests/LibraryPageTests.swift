import Foundation
import ProjectFiles
import Testing

@Suite("The pages of the library products")
struct LibraryPageTests {
  @Test("are there for each product, and each symbol that an overview names has a page")
  func pages() throws {
    let forge = try ForgeFolder()
    let folder = forge.url.appending(path: "api")
    let script = ProjectFolder.url.appending(path: "Pipelines/api.sh").path
    // The script ends with an error if a link or the name of a parameter is wrong.
    let written = try host(
      "bash", script, BuiltExecutable.reflector.deletingLastPathComponent().path, folder.path, "reflector")
    #expect(written.status == 0, "\(written.log)")

    let manifest = try String(
      contentsOf: ProjectFolder.url.appending(path: "Package.swift"), encoding: .utf8)
    let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
      .filter { !$0.hasSuffix("OnLinux") }
    #expect(products.count == 3)
    let pages = folder.appending(path: "documentation")
    for product in products {
      let page = try String(
        contentsOf: pages.appending(path: "\(product.lowercased())/index.html"), encoding: .utf8)
      #expect(page.contains(#"baseUrl = "/reflector/api/""#))
    }
  }
}
