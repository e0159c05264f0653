import Foundation
import TestSupport
import Testing

@Suite("list and explain")
struct CatalogueTests {
  @Test(
    "list names what there is",
    arguments: [
      ("requirements", "CS-A07  must    T_FCS of 100 us, claimed and kept"), ("cases", "CS/TIM/BV-01"),
      ("faults", "tfcs-100-refused"),
      ("profiles", "Profiles/accessories/silabs-xg24.yaml"), ("phones", "iphone-ios27"),
      ("assumed", "iphone-ios27   apps.maximum_links"), ("environments", "line-of-sight"),
    ])
  func list(topic: String, part: String) throws {
    let ended = try Tool.run(["list", topic], in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains(part))
    #expect(!ended.output.contains("…"))
  }

  @Test("the help of list says which topic has the claims")
  func topicOfClaims() throws {
    let help = try Tool.run(["list", "--help"], in: try Folder()).output
    #expect(help.contains("claims (ics)"), "\(help)")
  }

  @Test(
    "schema writes the JSON Schema of each document",
    arguments: [
      ("check-report", "platform_matrix"), ("gate-report", "baseline"),
      ("gate-policy", "reflector/gate-policy/1"),
      ("requirement-set", "reflector/requirements/1"), ("waivers", "reflector/waivers/1"),
    ])
  func schema(document: String, part: String) throws {
    let ended = try Tool.run(["schema", document], in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    let root = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
    #expect((root?["$schema"] as? String)?.contains("json-schema.org") == true)
    #expect(ended.output.contains(part))
  }

  @Test(
    "the JSON form of a list has its rows, and holds to its schema",
    arguments: [
      "requirements", "sets", "cases", "faults", "trace", "profiles", "phones", "assumed", "environments",
      "scenarios", "knobs",
    ])
  func json(topic: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(["list", topic, "--json", "-"], in: folder)
    #expect(ended.status == 0 && ended.error.isEmpty, "\(ended)")
    #expect(try Tool.complaints(ended.output, "list", in: folder) == [])
    let root = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
    let items = try #require(root?["items"] as? [[String: Any]])
    guard !["trace", "assumed", "profiles"].contains(topic) else { return #expect(items.count > 6) }
    let names = try Tool.run(["list", topic, "--names"], in: folder).output.split(separator: "\n")
    #expect(items.compactMap { $0["id"] as? String } == names.map(String.init))
  }

  @Test("--quiet leaves the file alone, and the JSON form of claims ends with what they come to")
  func quiet() throws {
    let folder = try Folder()
    let quiet = try Tool.run(["list", "ics", "reference", "--json", "a.json", "-q"], in: folder)
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.error.isEmpty, "\(quiet)")
    let written = try folder.text("a.json")
    #expect(try Tool.complaints(written, "list", in: folder) == [])
    #expect(written.contains("cases do not apply: "))
    for arguments in [
      ["--names", "-q"], ["--markdown", "-q"], ["--json", "-", "--names"], ["--requirements", ","],
    ] {
      #expect(try Tool.run(["list"] + arguments, in: folder).status == 2, "\(arguments)")
    }
  }

  @Test("the requirements, cases and traces of a set are listed alone")
  func ofSet() throws {
    let folder = try Folder()
    let ids = try Tool.run(["list", "--requirements", "apple-ios27-cs", "--names"], in: folder).output
    #expect(ids.split(separator: "\n").allSatisfy { $0.hasPrefix("CS-") } && ids.contains("CS-A07\n"))
    let cases = try Tool.run(["list", "cases", "--requirements", "apple-ask"], in: folder).output
    #expect(cases.contains("ASK") && !cases.contains("CS/TIM/BV-01"))
    let trace = try Tool.run(["list", "trace", "--requirements", "apple-ask"], in: folder).output
    #expect(!trace.contains("CS-A07"))
    let wrong = try Tool.run(["list", "faults", "--requirements", "apple-ask"], in: folder)
    #expect(wrong.status == 2 && wrong.error.contains("not by requirement set"))
  }

  @Test(
    "names are those that commands take, which are of the files",
    arguments: [
      ("phones", "phones", "android16"), ("environments", "environments", "office"),
      ("scenarios", "scenarios", "reboot"), ("sets", "requirements", "apple-ask"),
    ])
  func names(topic: String, kind: String, shipped: String) throws {
    let folder = try Folder()
    let names = try Tool.shell(
      """
      from=$(readlink -f Profiles/\(kind)/\(shipped).yaml); rm Profiles; mkdir -p Profiles/\(kind)
      sed 's/^id: .*/id: other-name/' "$from" > Profiles/\(kind)/mine.yaml
      $REFLECTOR list \(topic) --names
      """, in: folder)
    #expect(names.output == "mine\n", "\(names)")
    let listing = try Tool.run(["list", topic], in: folder).output
    #expect(listing.contains("mine") && !listing.contains("other-name"), "\(listing)")
  }

  @Test("names of files are there for a shell though a file is wrong, since none is read")
  func namesUnread() throws {
    let folder = try Folder()
    for kind in ["accessories", "phones", "requirements", "environments", "scenarios"] {
      try folder.write("schema: nonsense\n", "own/Profiles/\(kind)/mine.yaml")
    }
    let names = try Tool.shell(
      "cd own; for topic in profiles phones sets environments scenarios; do $REFLECTOR list $topic --names; done",
      in: folder)
    #expect(names.output == String(repeating: "mine\n", count: 5), "\(names)")
  }

  @Test(
    "a set that is searched first is not searched again",
    arguments: ["apple-ios27-cs", "apple-ios27-cs,Profiles/requirements/apple-ios27-cs.yaml"])
  func searchedOnce(sets: String) throws {
    let folder = try Folder()
    let plain = try Tool.run(["explain", "CS/TIM/BV-01", "--json", "-"], in: folder)
    let first = try Tool.run(
      ["explain", "CS/TIM/BV-01", "--requirements", sets, "--json", "-"], in: folder)
    #expect(first.status == 0 && first.output == plain.output, "\(first)")
  }

  @Test("the JSON form of explanations holds to its schema")
  func explanations() throws {
    let ids = ["CS-A07", "CS/TIM/BV-01", "tfcs-100-refused"]
    let folder = try Folder()
    let ended = try Tool.run(["explain"] + ids + ["--json", "-"], in: folder)
    #expect(ended.status == 0, "\(ended)")
    #expect(try Tool.complaints(ended.output, "explanation", in: folder) == [])
    let root = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
    let items = try #require(root?["explanations"] as? [[String: Any]])
    #expect(items.map { $0["kind"] as? String } == ["requirement", "case", "fault"])
    #expect((items[0]["cases"] as? [Any])?.isEmpty == false)
  }

  @Test("what has a source is not listed as assumed")
  func sourced() throws {
    let listed = try Tool.run(["list", "assumed"], in: try Folder()).output
    #expect(!listed.contains("apps.sounding_needs_setup") && !listed.contains("match.services"))
  }

  @Test("list alone lists the requirements")
  func listAlone() throws {
    let folder = try Folder()
    let plain = try Tool.run(["list"], in: folder).output
    #expect(plain == (try Tool.run(["list", "requirements"], in: folder).output))
  }

  @Test(
    "explain tells what an id stands for",
    arguments: [
      ("CS-A07", ["T_FCS of 100 us", "WWDC 2026", "t_fcs_us 100", "CS/TIM/BV-02", "tfcs-100-stretched"]),
      ("cs-a07", ["T_FCS of 100 us"]), ("CS/TIM/BV-01", ["serves", "CS-A07"]),
      (
        "tfcs-100-refused",
        ["breaks      CS-A07, T_FCS of 100 us", "one or more of CS/TIM/BV-01, CS/TIM/BV-02"]
      ),
      ("cs-security-in-the-clear", ["breaks      HCI-10, CS security only", "caught by   HCI/CCO/BI-82-C"]),
      (
        "local-config-shared",
        ["HCI-11, Failed procedure start", "HCI/CCO/BI-113-C", "HCI-19, Creation", "HCI/CFG/BV-02"]
      ),
    ])
  func explain(id: String, parts: [String]) throws {
    let ended = try Tool.run(["explain", id], in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    for part in parts { #expect(ended.output.contains(part), "\(ended.output)") }
    #expect(ended.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("explain answers for every requirement, case and fault")
  func explainAll() throws {
    let folder = try Folder()
    let lists = try ["cases", "faults", "trace"].map { try Tool.run(["list", $0], in: folder).output }
    let ids = lists.flatMap { list in
      list.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
    }
    #expect(ids.count > 200)
    let all = try Tool.run(["explain"] + ids, in: folder)
    #expect(all.status == 0, "\(all.error)")
    let requirement = try Tool.run(["explain", "CS-A07"], in: folder).output
    for part in ["apple-ios27-cs 1, ", "last seen   2026-", "waivable    yes"] {
      #expect(requirement.contains(part), "\(requirement)")
    }
    let item = try Tool.run(["explain", "TRM-RCV/CS/BV-20-C"], in: folder).output
    for part in [
      "applies to  the reflector role", "2 antennas (channel_sounding.antennas)", "budget", "public id",
    ] {
      #expect(item.contains(part), "\(item)")
    }
  }

  @Test("explain names for every fault the requirements it breaks, and a case that catches it in each")
  func explainFaults() throws {
    let folder = try Folder()
    let trace = try Tool.run(["list", "trace"], in: folder).output.split(separator: "\n").dropFirst()
    let casesOf = Dictionary(
      trace.map { line in
        let words = line.split { $0 == " " || $0 == "," }.map(String.init)
        return (words[0], words.dropFirst().filter { $0.contains("/") })
      }, uniquingKeysWith: +)
    let faults = try Tool.run(["list", "faults"], in: folder).output.split(separator: "\n").dropFirst()
      .map { line in line.split { $0 == " " || $0 == "," }.map(String.init) }
    #expect(faults.count > 100)
    let all = try Tool.run(["explain"] + faults.map { $0[0] }, in: folder).output
    var rest = Substring("\n\n" + all)
    for words in faults.reversed() {
      let start = try #require(rest.range(of: "\n\n\(words[0])\n", options: .backwards))
      let text = rest[start.lowerBound...]
      rest = rest[..<start.lowerBound]
      let broken = words.dropFirst().prefix { casesOf[$0] != nil }
      #expect(!broken.isEmpty, "\(words)")
      for id in broken {
        #expect(text.contains("breaks      \(id), "), "\(text)")
        for item in casesOf[id] ?? [] { #expect(text.contains(item), "\(item): \(text)") }
      }
    }
  }

  @Test("list ics tells what a profile claims and which cases that leaves out")
  func claims() throws {
    let ended = try Tool.run(["list", "ics", "silabs-xg24"], in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("channel_sounding.roles, Profiles/accessories/silabs-xg24.yaml:"))
    #expect(ended.output.contains("cases do not apply: "))
    for arguments in [["list", "ics"], ["list", "cases", "silabs-xg24"]] {
      #expect(try Tool.run(arguments, in: try Folder()).status == 2)
    }
  }

  @Test(
    "help describes what the command does",
    arguments: [
      (["scenario"], "With --capture, --steps or --encrypted it writes a capture for Wireshark."),
      (["profile", "validate"], "a scenario, a campaign, waivers or the policy of a gate."),
      (["estimators"], "in each shipped environment without an attacker (not 'relay')"),
    ])
  func helpText(command: [String], sentence: String) throws {
    let help = try Tool.run(command + ["--help"], in: try Folder()).output
    #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(sentence), "\(help)")
  }

  @Test(
    "help fits a terminal, and each example is one line, to be copied as it stands",
    arguments: [
      ["check"], ["scenario"], ["gate"], ["range"], ["estimators"], ["campaign"], ["campaign", "new"],
      ["campaign", "run"], ["campaign", "report"], ["campaign", "merge"], ["campaign", "submit"], ["lab"],
      ["analyze"], ["import"], ["frame"], ["capture"], ["serve"], ["wireshark", "install"], ["list"],
      ["explain"], ["profile", "new"], ["profile", "validate"], ["schema"],
    ])
  func helpWidth(command: [String]) throws {
    let help = try Tool.run(command + ["--help"], in: try Folder()).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(help)")
    for (example, next) in zip(lines, lines.dropFirst()) where example.hasPrefix("  reflector ") {
      #expect(next.isEmpty || next.hasPrefix("  "), "\(example)")
    }
  }

  @Test("without arguments the help is shown, and the exit status is that of bad input")
  func nothing() throws {
    let ended = try Tool.run([], in: try Folder())
    #expect(ended.status == 2 && ended.output.isEmpty && ended.error.contains("USAGE: reflector"))
  }

  @Test(
    "help is no error",
    arguments: [
      ["--help"], ["help", "check"], ["check", "--help"], ["list", "-h"], ["explain", "--help"],
      ["profile", "--help"], ["profile", "new", "--help"], ["help"], ["help", "profile", "new"],
    ])
  func help(arguments: [String]) throws {
    let ended = try Tool.run(arguments, in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.error == "")
    #expect(ended.output.contains("USAGE: reflector"))
  }

  @Test("the version names the program")
  func version() throws {
    #expect(try Tool.run(["--version"], in: try Folder()).output.hasPrefix("reflector "))
  }
}
