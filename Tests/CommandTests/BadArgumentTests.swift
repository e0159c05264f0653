import Foundation
import Testing

@Suite("Arguments that make no sense")
struct BadArgumentTests {
  private static let profile = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"

  static let table: [(arguments: [String], message: String)] = [
    (["check"], "found no profile, expected one or more"),
    (["chek"], "found no command 'chek'; did you mean check?"),
    (["campaign", "rn"], "found no command 'campaign rn'; did you mean campaign run?"),
    (
      ["campaign", "sideways"],
      "found no command 'campaign sideways'; 'reflector campaign --help' lists them."
    ),
    (["accessory.yaml"], "found no command 'accessory.yaml'; 'reflector --help' lists them."),
    (["help", "chek"], "found no command 'chek'; did you mean check?"),
    (["help", "profile", "validat"], "did you mean profile validate?"),
    (["profile"], "USAGE: reflector profile <subcommand>"),
    (["campaign"], "USAGE: reflector campaign <subcommand>"),
    (
      ["check", profile, "--seed", "1", "--seed=2"],
      "found --seed more than once, expected it once: it takes one value."
    ),
    (["range", profile, "--distance", "1", "--distance", "2"], "found --distance more than once"),
    (["check", profile, "--colour"], "Unknown option '--colour'\nUsage: "),
    (
      ["check", profile, "--attach", "accessory=tcp:127.0.0.1:9001"],
      "Unknown option '--attach'; it is an option of serve.\nUsage: "
    ),
    (["schema", "range", "--out=r.json"], "Unknown option '--out'; it is an option of import, capture."),
    (["lab", "--jsn"], "Unknown option '--jsn'"),
    (["check", profile, "--seed", "abc"], "The value 'abc' is invalid for '--seed <n>'"),
    (["check", profile, "--seed", "18446744073709551616"], "invalid for '--seed <n>'"),
    (["check", profile, "--seed=-1"], "invalid for '--seed <n>'"),
    (["check", profile, "--distance", "0"], "expected 0.1 to 149 metres"),
    (["check", profile, "--distance", "-5"], "expected 0.1 to 149 metres"),
    (["check", profile, "--seed", "-5"], "invalid for '--seed"),
    (["check", profile, "--distance", "nan"], "expected 0.1 to 149 metres"),
    (["check", profile, "--distance", "near"], "invalid for '--distance <metres>'"),
    (["check", profile, "--jobs", "0"], "expected 1 to 256"),
    (["check", profile, "--jobs", "-1"], "found --jobs -1, expected 1 to 256"),
    (
      ["check", profile, "--only", "CS-A77"],
      "found --only CS-A77, did you mean CS-A07 or CS-A17 or CS-A27? 'reflector list --requirements SET'"
    ),
    (
      ["check", profile, "--only", "CS-A07,and-01"],
      "found --only AND-01, which is a requirement of android16-ranging-cs; give --requirements android16-ranging-cs."
    ),
    (
      ["check", profile, "--only", "CS/TIM/BV-01"],
      "which is a test case; expected the requirement it serves, CS-A07"
    ),
    (["check", profile, "--only", ","], "found no id in --only"),
    (
      ["check", profile, "--fault", "tfcs-100-refuse"],
      "found no fault 'tfcs-100-refuse'; did you mean tfcs-100-refused? 'reflector list faults' lists them."
    ),
    (
      ["check", profile, "--fault", "asks-latency-40,asks-timeout-20"], "did you mean asks-timeout-20s"
    ),
    (
      ["check", profile, "--fault", "no-such-fault-at-all-anywhere"],
      "found no fault 'no-such-fault-at-all-anywhere'; 'reflector list faults'"
    ),
    (["check", profile, "--fault", ","], "found no id in --fault"),
    (
      ["explain", "CS-A07", "--report", "r.json", "--requirements", "apple-ask"],
      "--report and --requirements contradict each other"
    ),
    (["check", profile, "--set", "t_fcs_us"], "found --set 't_fcs_us', expected a key and its value"),
    (
      ["check", profile, "--set", "radio.tx_power_dbm=4", "--set", "radio.tx_power_dbm=5"],
      "found --set radio.tx_power_dbm behind --set radio.tx_power_dbm, which it replaces, expected each key once."
    ),
    (
      ["range", profile, "--set", "radio.tx_power_dbm=4", "--set", "radio={}"],
      "found --set radio behind --set radio.tx_power_dbm, which it replaces"
    ),
    (["check", profile, "--set", " = 5"], "found --set ' = 5', expected a key and its value"),
    (
      ["check", profile, "--set", "radio.pll_settling_tau_us.x="],
      "--set:1:1: radio.pll_settling_tau_us: found a mapping, expected a number"
    ),
    (
      ["check", profile, "--set", "channel_sounding.t_fcs_us=[80,,100,,]"],
      "--set:1:5: channel_sounding.t_fcs_us: found no value between the brackets or commas"
    ),
    (
      ["check", profile, "--set", "faults=[nosuch]"],
      "that `reflector list faults` prints. Use one of these."
    ),
    (
      ["check", profile, "--set", "faults= [tfcs-100-refuse]"], "Did you mean 'tfcs-100-refused'?"
    ),
    (["check", profile, "--set", "radio.nothing=1"], "radio: found unknown key 'nothing'"),
    (
      ["check", profile, "--set", "radio.pll_setling_tau_us="],
      "--set:1:1: radio: found unknown key 'pll_setling_tau_us'"
    ),
    (["profile", "new", "z.yaml", "--from", profile, "--set", "nothing="], "found unknown key 'nothing'"),
    (
      ["check", profile, "--set", "extends=nosuch"],
      "found --set of 'extends', expected a value of the accessory"
    ),
    (
      ["check", profile, "--set", "sources.radio=x"],
      "found --set of 'sources', expected a value of the accessory"
    ),
    (
      ["check", profile, "-phone", "android16"],
      "found -phone, expected --phone; a file of that name is ./-phone"
    ),
    (["check", profile, "-q", "-phone", "android16"], "found -phone, expected --phone"),
    (["gate", "-threshold", "3"], "found -threshold, expected --threshold"),
    (["check", "-dash.yaml"], "a file of that name is ./-dash.yaml"),
    (
      ["check", profile, "--set", "radio.pll_settling_tau_us=abc"],
      "radio.pll_settling_tau_us: found 'abc', expected a number from 0 to 50 microseconds"
    ),
    (
      ["check", profile, "--set", "channel_sounding.antennas=2"],
      "channel_sounding.t_sw_us: found 0 with 2 antennas"
    ),
    (
      ["check", "--under-test", "controller:tcp:127.0.0.1:9", "--fault", "tfcs-100-refused"],
      "found --fault without a profile"
    ),
    (
      ["check", "Profiles/accessories/silabs-xg24.yaml", "--fault", "inline-pct-reports-q"],
      "silabs-xg24.yaml: found --fault inline-pct-reports-q, expected an accessory with inline PCT"
    ),
    (
      ["check", profile, "--waivers", "w.yaml", "--today", "2026-02-30"],
      "found '2026-02-30', expected a day of the calendar as 2027-03-01"
    ),
    (["check", profile, "--today", "2026-02-28"], "found --today without --waivers"),
    (["check", profile, "--waivers", "w.yaml"], "w.yaml:1:1: cannot be read"),
    (["list", "ics"], "found no profile, expected one after 'ics'"),
    (
      ["list", "ics", "nonesuch"],
      "found no profile 'nonesuch'; expected one of everything, nordic-nrf54l15-ipt"
    ),
    (["list", "cases", "reference"], "expected a profile only with 'ics'"),
    (
      ["check", profile, "--phone", "nokia-3310"],
      "found no phone 'nokia-3310'; expected one of android16, iphone-ios27"
    ),
    (
      ["check", profile, "--environment", "moon"],
      "found no environment 'moon'; expected one of anechoic, body, car, cluttered-hall, factory, home-through-walls, indoor-room"
    ),
    (
      ["check", profile, "--requirements", "apple"],
      "found no requirement set 'apple'; did you mean apple-adg-ble or apple-ask or apple-ios27-cs?"
    ),
    (
      ["check", profile, "--phone", profile],
      "expected 'reflector/phone/1'. This is the file of an accessory, for 'reflector check'. Give the file of a phone."
    ),
    (
      ["check", "Profiles/phones/android16.yaml"],
      "This is the file of a phone, for 'reflector check --phone'. Give the file of an accessory."
    ),
    (
      ["check", profile, "--waivers", "Profiles/requirements/apple-ios27-cs.yaml"],
      "This is the file of a requirement set, for 'reflector check --requirements'. Give the file of waivers."
    ),
    (
      ["gate", "--baseline", "a.json", "--candidate", "b.json", "--policy", profile],
      "This is the file of an accessory, for 'reflector check'. Give the file of a gate policy."
    ),
    (
      ["campaign", "status", profile],
      "This is the file of an accessory, for 'reflector check'. Give the file of a campaign."
    ),
    (
      [
        "check", profile, "--requirements",
        "apple-ios27-cs,./Profiles/requirements/apple-ios27-cs.yaml",
      ],
      "found requirement set 'apple-ios27-cs' in Profiles/requirements/apple-ios27-cs.yaml and ./Profiles/"
    ),
    (
      ["check", profile, "silabs-xg24", "--capture", "a.pcapng"],
      "found --capture a.pcapng for 2 captures, expected a folder: a file holds one. Give a folder, or check one"
    ),
    (
      ["check", profile, "--requirements", "all", "--only", "CS-A01,CS-A02", "--capture", "no/a.pcapng"],
      "there is no folder no"
    ),
    (
      ["scenario", "reboot", "walk-in-zones", "--capture", "a.pcapng"],
      "found --capture a.pcapng for 2 captures, expected a folder: a file holds one. Give a folder, or play one"
    ),
    (
      ["scenario", "reboot", "--capture", "-"],
      "found --capture -, expected a folder, or a name that ends in .pcapng: the command names"
    ),
    (["check", profile, "--capture", "a.pcap"], "found --capture a.pcap, expected a folder, or a name"),
    (["check", profile, "--pcap", "--no-capture"], "contradict each other"),
    (["check", profile, "--steps", "--no-capture"], "--steps and --no-capture contradict each other"),
    (
      ["check", profile, "--encrypted", "--no-capture"], "--encrypted and --no-capture contradict each other"
    ),
    (["check", profile, "--junit", "-"], "expected the name of a file"),
    (["check", profile, "--sarif", "-"], "expected the name of a file"),
    (["check", profile, "--markdown", ""], "found an empty name for --markdown"),
    (["check", profile, "--tap", ""], "found an empty name for --tap"),
    (
      ["check", profile, "--plot", "--platform-matrix"],
      "--plot and --platform-matrix contradict each other; drop one."
    ),
    (["check", profile, "--html", "-"], "found --html -, expected the name of a file."),
    (["check", profile, "--help-uri", "https://a.example/{id}"], "found --help-uri without --sarif"),
    (
      ["check", profile, "--sarif", "a.x", "--help-uri", "a.example/{id}"],
      "found 'a.example/{id}', expected an address as https://example.com/{set}/#{id}."
    ),
    (["check", profile, "--sarif", ""], "found an empty name for --sarif"),
    (["check", profile, "--json", "a.x", "--tap", "a.x"], "found a.x for --json and for --tap"),
    (["check", profile, "--json", "-", "--markdown", "-"], "found standard output for --json and for"),
    (["check", profile, "--sarif", "Profiles"], "cannot write Profiles: it is a folder"),
    (["check", profile, "--markdown", "Profiles"], "cannot write Profiles: it is a folder"),
    (["check", profile, "--tap", "Profiles"], "cannot write Profiles: it is a folder"),
    (["gate", "--candidate", "a.json"], "found neither --baseline nor --history, expected one of them"),
    (["gate", "--baseline", "a.json"], "Missing expected argument '--candidate <file>'"),
    (["gate", "--baseline", "a.json", "--candidate", "a.json"], "a.json:1:1: cannot be read"),
    (
      ["gate", "--baseline", profile, "--candidate", profile],
      "nordic-nrf54l15-ipt.yaml:1:1: not valid JSON: found '#', expected a value"
    ),
    (
      ["gate", "--baseline", "a.json", "--candidate", "a.json", "--policy", profile],
      "found 'reflector/accessory/1', expected 'reflector/gate-policy/1'"
    ),
    (["gate", "--baseline", "a", "--candidate", "b", "--sarif", "-"], "expected the name of a file"),
    (["gate", "--baseline", "a", "--candidate", "b", "--json", ""], "found an empty name for --json"),
    (["gate", "--baseline", "a", "--candidate", "b", "--markdown", ""], "an empty name for --markdown"),
    (
      ["gate", "--baseline", "a", "--candidate", "b", "--no-capture", "--baseline-capture", "c"],
      "--no-capture and a capture contradict each other"
    ),
    (
      ["gate", "--baseline", "a", "--candidate", "b", "--no-capture", "--candidate-capture", "c"],
      "--no-capture and a capture contradict each other"
    ),
    (["schema"], "Missing expected argument"),
    (["schema", "profiles"], "'profiles' is invalid"),
    (["schema", "frame", "--markdown"], "only input files have a page of keys; drop --markdown or 'frame'"),
    (["list", "colours"], "'colours' is invalid for '<topic>'. Please provide"),
    (["list", "profile"], "'profile' is invalid for '<topic>'. Did you mean 'profiles'? Please provide"),
    (
      ["schema", "acessory"], "Did you mean 'accessory'? Please provide one of the following:\n  - accessory"
    ),
    (["list", "phones", "--markdown"], "only requirements, faults and trace have a Markdown form"),
    (
      ["check", "--under-test", "host:tcp:127.0.0.1:0"],
      "found no profile, expected one: it describes the controller"
    ),
    (
      ["check", "a.yaml", "--under-test", "hots:tcp:127.0.0.1:0"],
      "'hots:tcp:127.0.0.1:0' is invalid for '--under-test"
    ),
    (
      ["check", "a.yaml", "b.yaml", "--under-test", "host:tcp:127.0.0.1:0"],
      "found 2 profiles with --under-test"
    ),
    (["check", "--under-test", "controller:tpc:127.0.0.1:1"], "did you mean tcp:HOST:PORT?"),
    (["check", "--under-test", "controller:tcp:0.0.0.0:0"], "other addresses need --allow-remote"),
    (["check", "--under-test", "controller:unix-client:no.socket"], "cannot be opened: No such file"),
    (
      ["check", "--under-test", "controller:unix:s1", "--peer", "unix:s1"],
      "found --under-test controller:unix:s1 and --peer unix:s1, expected a transport of its own for each."
    ),
    (
      ["check", "a.yaml", "--peer", "tcp:127.0.0.1:0"],
      "expected it only with --under-test controller:TRANSPORT"
    ),
    (["explain", "CS-Z99"], "found no requirement, test case or fault 'CS-Z99'"),
    (["explain", "CS-A7"], "did you mean CS-A07"),
    (
      ["explain", "radio.pll_settling_tau_us"],
      "found the key 'radio.pll_settling_tau_us', expected a requirement, a test case or a fault; 'reflector schema"
    ),
    (["explain", "tfcs-100-refusd"], "did you mean tfcs-100-refused"),
    (["explain", "CS-A07", "--requirements", ","], "found no name in --requirements, expected a set."),
    (["profile", "new", ""], "found an empty name for the first argument, expected one."),
    (["campaign", "new", ""], "found an empty name for the first argument, expected one."),
    (["profile", "validate", "no.yaml"], "no.yaml:1:1: cannot be read"),
    (["profile", "new", "x.yaml", "--vendor", ""], "found --vendor '', expected 1 to 400 octets"),
    (["profile", "new", "x.yaml", "--chipset", "a\u{7}"], "found --chipset 'a ', expected 1 to 400 octets"),
    (["validate", "x.yaml"], "found no command 'validate'; did you mean profile validate?"),
    (["new"], "found no command 'new'; did you mean campaign new or profile new?"),
  ]

  @Test("give one message, exit status 2 and no file", arguments: table)
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(arguments, in: folder)
    #expect(ended.status == 2)
    #expect(ended.output == "")
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(try folder.names(".") == ["Profiles"])
  }

  @Test("a new profile replaces no file unless told to")
  func noOverwriting() throws {
    let folder = try Folder()
    try folder.write("mine", "mine.yaml")
    let refused = try Tool.run(["profile", "new", "mine.yaml"], in: folder)
    #expect(refused.status == 2)
    #expect(refused.error.contains("mine.yaml exists already"))
    #expect(try folder.text("mine.yaml") == "mine")
    #expect(try Tool.run(["profile", "new", "mine.yaml", "--force"], in: folder).status == 0)
    #expect(try folder.text("mine.yaml").contains("schema: reflector/accessory/1"))
  }
}
