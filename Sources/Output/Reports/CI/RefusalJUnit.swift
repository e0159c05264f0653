package import Documents

/// Writes what is wrong with the input of a command as JUnit XML, for jobs that show nothing else.
package enum RefusalJUnit {
  /// The document for input that could not be used: an error for each problem.
  ///
  /// - Parameter message: what is wrong where `errors` is empty.
  package static func text(_ errors: [DocumentErrors], message: String, tool: ToolIdentity) -> String {
    let found = errors.flatMap(\.errors).map { (name: "\($0.position)", text: $0.message) }
    let all = found.isEmpty ? [(name: "arguments", text: message)] : found
    var xml = XMLText()
    let counts = [("tests", "\(all.count)"), ("failures", "0"), ("errors", "\(all.count)")]
    xml.begin("testsuites", [("name", "\(tool.name) \(tool.version)")] + counts)
    xml.begin("testsuite", [("name", "input")] + counts)
    for error in all {
      xml.begin("testcase", [("classname", "input"), ("name", error.name), ("time", "0.000")])
      xml.element(
        "error", [("message", error.text), ("type", "input")], content: "\(error.name): \(error.text)")
      xml.end()
    }
    xml.end()
    xml.end()
    return xml.text
  }
}
