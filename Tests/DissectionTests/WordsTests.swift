import CoreTypes
import HCI
import Testing

@testable import Dissection

@Suite("Words for packets")
struct WordsTests {
  @Test("every packet that has a codec has words")
  func complete() {
    #expect(CommandWords.unexplained.isEmpty)
    #expect(EventWords.unexplained.isEmpty)
  }

  @Test(
    "numbers of a unit are milliseconds without needless digits",
    arguments: [(6, 1_250, "7.5 ms"), (48, 1_250, "60 ms"), (1, 625, "0.625 ms"), (0, 10_000, "0 ms")])
  func milliseconds(value: UInt64, unit: UInt64, text: String) {
    #expect(FieldNotes.milliseconds(value, of: unit) == text)
  }

  @Test(
    "hundredths keep their sign and both digits", arguments: [(-5, "-0.05"), (337, "3.37"), (100, "1.00")])
  func hundredths(value: Int, text: String) { #expect(ChannelSoundingWords.hundredths(value) == text) }

  @Test("features are named, whether a page is a number or octets")
  func features() {
    func notes(_ packet: some HCIEvent) -> [String?] {
      FrameExplanation.Layer("event", packet).fields.filter { $0.name == "LE_Features" }.map(\.note)
    }
    #expect(
      notes(LEReadRemoteFeaturesCompleteEvent { $0.leFeatures = 0x21 }) == [
        "leEncryption, dataPacketLengthExtension"
      ])
    #expect(notes(LEReadRemoteFeaturesCompleteEvent()) == ["none"])
    #expect(
      notes(LEReadAllRemoteFeaturesCompleteEvent { ($0.leFeatures[0], $0.leFeatures[9]) = (1, 8) }) == [
        "leEncryption, channelSoundingEnhancement1"
      ])
  }

  @Test("a number and its noun agree", arguments: [(0, "0 steps"), (1, "1 step"), (2, "2 steps")])
  func counted(count: Int, text: String) { #expect(FieldNotes.counted(count, "step") == text) }

  @Test("commands without a layout are said to be that, and a vendor's own that")
  func withoutLayout() {
    #expect(
      CommandWords.purpose(of: Opcode(rawValue: 0x0401))
        == "A command whose parameters this tool does not decode.")
    #expect(CommandWords.purpose(of: Opcode(rawValue: 0xFC01)) == "A vendor-specific command.")
    #expect(
      EventWords.purpose(of: EventCode(code: 2)) == "An event whose parameters this tool does not decode.")
    #expect(EventWords.purpose(of: EventCode(code: 0xFF)) == "A vendor-specific event.")
  }
}
