import Testing

@testable import Documents
@testable import Profiles

@Suite("Taps files")
struct TapsFileTests {
  private static func paths(_ text: String) throws -> [EnvironmentPreset.Path] {
    try TapsFile.paths(octets: Array(text.utf8), file: "t.csv")
  }

  private static func refusal(_ text: String) -> String {
    do {
      _ = try paths(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("are read in the order of their columns, with comments, spaces and line ends of any kind")
  func reading() throws {
    let expected = [
      EnvironmentPreset.Path(extraMetres: 1.5, lossDecibels: 10, phaseDegrees: 90),
      EnvironmentPreset.Path(extraMetres: 0, lossDecibels: -2, phaseDegrees: -45.5),
    ]
    #expect(
      try Self.paths("# ray tracing\n\nexcess_m,gain_db,phase_deg\n1.5,-10,90\n0,2,-45.5\n") == expected)
    #expect(
      try Self.paths("\u{FEFF}phase_deg , excess_m,\tgain_db\r\n 90, 1.5 ,-10 # first\r\n-45.5,0,+2")
        == expected)
    let delays = try Self.paths("delay_ns,gain_db\n10,-3e0\n")
    #expect(abs((delays.first?.extraMetres ?? 0) - 2.99792458) < 1e-12)
    #expect(delays.first?.lossDecibels == 3 && delays.first?.phaseDegrees == 0)
    #expect(try Self.paths("delay_ns,gain_db\n").isEmpty)
  }

  @Test(
    "that are wrong are refused with file, line and column",
    arguments: [
      (
        "",
        "t.csv:1:1: found no header, expected a line with the names of columns. Begin with 'excess_m,gain_db,phase_deg'."
      ),
      (
        "excess_m,gain\n",
        "t.csv:1:10: found 'gain', expected one of excess_m, delay_ns, gain_db, phase_deg. Did you mean 'gain_db'?"
      ),
      (
        "gain_db,excess_m,gain_db\n",
        "t.csv:1:18: found column 'gain_db' twice, expected each item once. Remove one."
      ),
      (
        "\n  excess_m,phase_deg\n",
        "t.csv:2:3: found the columns excess_m, phase_deg, expected gain_db and one of excess_m, delay_ns. Begin with 'excess_m,gain_db,phase_deg'."
      ),
      (
        "excess_m,delay_ns,gain_db\n",
        "t.csv:1:1: found the columns excess_m, delay_ns, gain_db, expected gain_db and one of excess_m, delay_ns. Begin with 'excess_m,gain_db,phase_deg'."
      ),
      (
        "excess_m,gain_db\n1,-3\n2\n",
        "t.csv:3:1: found 1 cells, expected 2 as in the header. Correct the number."
      ),
      (
        "excess_m,gain_db\n1, far\n",
        "t.csv:2:4: gain_db: found 'far', expected a number from -120 to 20 dB. Write a number."
      ),
      (
        "excess_m,gain_db\n-1,-3\n",
        "t.csv:2:1: excess_m: found -1, expected a number from 0 to 1500 metres. The nearest is 0."
      ),
      (
        "excess_m,gain_db\n1,nan\n",
        "t.csv:2:3: gain_db: found 'nan', expected a number from -120 to 20 dB. Write a number."
      ),
      (
        "excess_m,gain_db\n10 ns,-3\n",
        "t.csv:2:1: excess_m: found '10 ns', expected a number from 0 to 1500 metres as a bare number. Write the number alone; the key names its unit."
      ),
    ])
  func refusals(text: String, message: String) {
    #expect(Self.refusal(text) == message)
  }

  @Test("tell of each wrong line, up to a limit, and of too many taps")
  func several() {
    let wrong = "excess_m,gain_db\n" + String(repeating: "x,y\n", count: 50)
    #expect(Self.refusal(wrong).split(separator: "\n").count == DocumentErrors.maximumCount)
    let many = "excess_m,gain_db\n" + String(repeating: "1,-3\n", count: TapsFile.maximumCount + 1)
    #expect(Self.refusal(many).hasPrefix("t.csv:258:1: found 257 taps, expected at most 256."))
  }

  @Test("refuse what is no text")
  func noText() {
    do {
      _ = try TapsFile.paths(octets: [0x61, 0x2C, 0xFF], file: "t.csv")
      Issue.record("an octet that no text has was accepted")
    } catch {
      #expect(
        error.description
          == "t.csv:1:3: found octet 0xFF at offset 2, expected UTF-8 text. Give a text file.")
    }
  }

  @Test("stand beside the preset that names them, and add to its paths")
  func besidePreset() throws {
    let body = "extra_paths: [{ extra_m: 3, loss_db: 6 }]\ntaps_file: more/taps.csv\n"
    let text = EnvironmentPresetTests.head + body
    let load = { (file: String) throws(DocumentErrors) -> [UInt8] in
      switch file {
      case "a/b.yaml": return Array(text.utf8)
      case "a/more/taps.csv": return Array("delay_ns,gain_db\n0,-3\n".utf8)
      default:
        throw DocumentErrors(.unreadable(reason: "no such file"), at: SourcePosition(file: file))
      }
    }
    let preset = try EnvironmentPreset.read(file: "a/b.yaml", load: load)
    #expect(preset.extraPaths.map(\.lossDecibels) == [6, 3])
    let refusal = EnvironmentPresetTests.refusal("taps_file: gone.csv\n")
    #expect(
      refusal.hasSuffix(
        ":12: taps_file: gone.csv: cannot be read: no such file. Check the path and its permissions."),
      "\(refusal)")
  }
}
