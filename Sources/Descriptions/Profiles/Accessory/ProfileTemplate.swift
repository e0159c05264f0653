public import Documents

/// The profile that `profile new` writes: each key with its meaning and a legal value, each value assumed.
public enum ProfileTemplate {
  /// Names the JSON Schema to editors; `reflector schema accessory` writes it.
  public static let editorLine = "# yaml-language-server: $schema=accessory.schema.json"

  /// A complete profile for the given chipset. It reads back without an error.
  public static func text(vendor: String, chipset: String) -> String {
    var lines = [
      editorLine,
      "# Describe your accessory: correct each value, then give its public source in place of 'assumed'.",
      "# Editors complete and check the keys if 'reflector schema accessory > accessory.schema.json' was run here.",
      "schema: \(AccessoryProfile.schemaName)",
      "",
    ]
    for rule in AccessoryKeys.schema.fields
    where !["interpretations", "faults", "unknown"].contains(rule.key) {
      if rule.key == "core" { lines += sources }
      append(rule, vendor: vendor, chipset: chipset, below: "", indent: "", to: &lines)
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  public static let declarations: [DeclaredValue] = {
    let octets = Array(text(vendor: "Vendor", chipset: "Chipset").utf8)
    do throws(DocumentErrors) {
      return try AccessoryProfile.read(file: "template") { _ throws(DocumentErrors) in octets }.declarations
    } catch {
      preconditionFailure("the template cannot be read: \(error)")
    }
  }()

  private static var sources: [String] {
    [
      "# A path with all values below it, and a name of 'references' or 'assumed'. The longest path applies.",
      "sources:",
    ] + AccessoryKeys.schema.sourcedFields.map { "  \($0.key): assumed" } + [""]
  }

  private static func append(
    _ rule: FieldRule, vendor: String, chipset: String, below parent: String, indent: String,
    to lines: inout [String]
  ) {
    let path = parent + rule.key
    let mark = omissions.contains(path) ? "# " : ""
    if case .map(let rules) = rule.shape {
      lines.append("\(indent)# \(rule.summary)")
      lines.append("\(indent)\(mark)\(rule.key):")
      for below in rules {
        append(
          below, vendor: vendor, chipset: chipset, below: path + ".", indent: indent + mark + "  ", to: &lines
        )
      }
      return
    }
    var example = rule.example
    if path == "identity.vendor" { example = quoted(vendor) }
    if path == "identity.chipset" { example = quoted(chipset) }
    lines.append("\(indent)\(mark)\(rule.key): \(example)  # \(rule.summary)")
  }

  /// Keys that make sense only together with others, or in place of others; shown behind a comment sign.
  private static let omissions = [
    "core.company_id", "channel_sounding.rtt.sounding_class_ns", "channel_sounding.rtt.random_class_ns",
    "advertising.company_id", "advertising.manufacturer_data", "advertising.beacon", "gatt.services",
    "l2cap_channels",
  ]

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
