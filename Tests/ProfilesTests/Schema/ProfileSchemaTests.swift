import Foundation
import Testing

@testable import Documents
@testable import Profiles

@Suite("The JSON Schema of profiles")
struct ProfileSchemaTests {
  private func properties(_ rules: [FieldRule], in object: [String: Any]) throws {
    let properties = try #require(object["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(rules.map(\.key)))
    #expect(object["additionalProperties"] as? Bool == false)
    for rule in rules {
      let member = try #require(properties[rule.key] as? [String: Any], "\(rule.key)")
      #expect(member["description"] as? String == rule.summary)
      if case .map(let below) = rule.shape { try self.properties(below, in: member) }
    }
  }

  @Test("is JSON and has every key of the reader, and no other")
  func everyKey() throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(ProfileSchema.json.utf8))
    let object = try #require(parsed as? [String: Any])
    #expect(object["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    try properties(AccessoryKeys.schema.rules, in: object)
  }

  @Test("is the same text each time")
  func stable() {
    #expect(ProfileSchema.json == ProfileSchema.json)
    #expect(ProfileSchema.json.hasSuffix("}\n"))
  }

  @Test(
    "asks for the forms of text that the reader asks for",
    arguments: [
      (
        TextForm.serviceUUID, ["0x185B", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"],
        ["0x185", "185B", "6E400001B5A3", "0x18G0"]
      ),
      (.hexOctets(maximum: 2), ["01", "aBcD"], ["", "1", "010203", "zz"]),
      (.requirementID, ["CS-A01", "ADG-12"], ["CS", "CS-", "cs-a01", "CS-A", "CS-A01-1"]),
      (
        .testCaseID,
        [
          "CS/M0/BV-01", "CS/SEC/BI-12", "TRM/CS/BV-01-C", "TRM-RCV/CS/BV-11-C", "LL/CS/PER/REF/BV-01-C",
          "HCI/CCO/BI-109-C",
        ],
        [
          "CS/BV-01", "CS/M0/BX-01", "CS/M0/BV-1", "CS//BV-01", "-RCV/CS/BV-01-C", "TRM/CS/BV-01-D",
          "A/B/BV-C", "CS/M0/BV-1000",
        ]
      ),
      (.name, ["apple-ios27-cs", "a"], ["", "-a", "a-", "A", "a--b"]),
      (.reference, ["NCS-INI", "S369"], ["", "9A", "ncs", "A B"]),
      (.valuePath, ["core", "channel_sounding.t_fcs_us"], ["", "core.", "Core", ".a"]),
      (.nameOrRelativePath, ["a", "nrf-1", "../a.yaml"], ["/a.yaml", "A", "a.json", "-a"]),
      (.relativePath, ["../a.yaml", "a.yml"], ["/a.yaml", "a.json", ".yaml"]),
    ])
  func textForms(form: TextForm, legal: [String], illegal: [String]) throws {
    let expression = try Regex(try #require(form.pattern))
    for text in legal {
      #expect(form.accepts(text), "\(text)")
      #expect(text.wholeMatch(of: expression) != nil, "\(text)")
    }
    for text in illegal {
      #expect(!form.accepts(text), "\(text)")
      #expect(text.wholeMatch(of: expression) == nil, "\(text)")
    }
  }

  @Test("the template is a complete profile with every key")
  func template() throws {
    let text = ProfileTemplate.text(vendor: "ACME \"Radio\"", chipset: "R1")
    let profile = try Fixture.profile(text)
    #expect(profile.identity.vendor == "ACME \"Radio\"")
    #expect(profile.identity.chipset == "R1")
    #expect(profile.declaresInlinePCT)
    #expect(profile.notices.isEmpty)
    #expect(profile.declarations.allSatisfy { $0.source == .assumed })
    func keys(_ rules: [FieldRule]) -> [String] {
      rules.flatMap { rule in
        if case .map(let below) = rule.shape { [rule.key] + keys(below) } else { [rule.key] }
      }
    }
    for rule in AccessoryKeys.schema.fields
    where !["interpretations", "faults", "unknown"].contains(rule.key) {
      for key in keys([rule]) { #expect(text.contains("\(key):"), "\(key)") }
    }
  }

  @Test("every key has a meaning and a legal example")
  func examples() {
    func check(_ rules: [FieldRule], _ path: String) {
      for rule in rules {
        #expect(rule.summary.hasSuffix("."), "\(path).\(rule.key)")
        if case .map(let below) = rule.shape {
          check(below, "\(path).\(rule.key)")
        } else if case .table = rule.shape {
          continue
        } else {
          let document = try? Document(octets: Array("value: \(rule.example)\n".utf8), file: "p.yaml")
          var shape = ShapeCheck()
          if let value = document?.root["value"] { shape.check(value, against: rule.shape, path: rule.key) }
          #expect(document != nil && shape.errors.isEmpty, "\(path).\(rule.key): \(shape.errors)")
        }
      }
    }
    check(AccessoryKeys.schema.rules, "accessory")
    check(PhoneKeys.schema.rules, "phone")
    check(EnvironmentKeys.schema.rules, "environment")
  }
}
