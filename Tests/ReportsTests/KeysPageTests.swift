import Documents
import Reports
import Testing

@Suite("The page of keys")
struct KeysPageTests {
  private static let schema = DocumentSchema(
    name: "reflector/thing/1",
    fields: [
      FieldRule("id", .text(.name), required: true, "The name."),
      FieldRule(
        "radio",
        .map([
          FieldRule("tau_us", .number(0...50, .microseconds, step: 0.5), "A time; defaults to a|b."),
          usual(FieldRule("bits", .integer(4...12), "Bits."), "12"),
          FieldRule("channels", .either("all", .list(.choice(Array(2...30) + [40]), count: 1...9)), "Some."),
          FieldRule(
            "paths",
            .list(.map([usual(FieldRule("on", .flag, "Whether it is on."), "true")]), count: 0...4), "Paths."),
        ]), "The radio."),
      FieldRule("roles", .list(.word(["a", "b", "c"]), count: 2...2), "The roles; defaults to both."),
      FieldRule(
        "fault", .word((1...21).map(String.init), listedBy: "reflector list faults"), "A fault."),
      FieldRule("limits", .table(keys: .reference, values: .choice([10, 150], .nanoseconds)), "Limits."),
    ])

  private static func usual(_ rule: FieldRule, _ text: String) -> FieldRule {
    var rule = rule
    rule.usual = text
    return rule
  }

  @Test("has a table for each mapping, with values, default and meaning of each key")
  func page() {
    let page = KeysPage(Self.schema, document: "thing", of: "things", explainedIn: "things.md")
    #expect(
      page.text == """
        # Keys of things

        Written by `make docs`; do not edit it by hand. [things.md](../things.md) explains the file, and
        `reflector schema thing` writes its JSON Schema.

        | key | value | default | meaning |
        | --- | --- | --- | --- |
        | `schema` | `reflector/thing/1` | required | The kind and version of this file. |
        | `id` | lower-case words joined by hyphens | required | The name. |
        | `radio` | [mapping](#radio) | - | The radio. |
        | `roles` | list of 2: `a`, `b` or `c` | both | The roles. |
        | `fault` | a name that `reflector list faults` prints | - | A fault. |
        | `limits` | mapping of a short name in capitals, digits and hyphens to `10` or `150` nanoseconds | - | Limits. |

        ## `radio`

        The radio.

        | key | value | default | meaning |
        | --- | --- | --- | --- |
        | `radio.tau_us` | 0 to 50 microseconds, a multiple of 0.5 | a\\|b | A time. |
        | `radio.bits` | integer, 4 to 12 | `12` | Bits. |
        | `radio.channels` | `all`, or list of 1 to 9: 2 to 30, 40 | - | Some. |
        | `radio.paths` | list of up to 4 [mappings](#radiopaths) | - | Paths. |

        ### `radio.paths`

        Paths.

        | key | value | default | meaning |
        | --- | --- | --- | --- |
        | `radio.paths.on` | `true` or `false` | `true` | Whether it is on. |

        """)
  }
}
