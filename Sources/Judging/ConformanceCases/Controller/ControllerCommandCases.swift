internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// How a controller answers commands, whatever they are about.
  static let controllerCommandCases = [
    answerKinds, sparseClassifications, hastyClassifications, shortCommands,
  ]

  private static let answerKinds = TestCase(
    id: "HCI/CMD/BV-02", title: "Command Complete and Command Status", needs: .hci,
    procedure: """
      Without a link, send every Channel Sounding command except the test commands. Commands that complete at \
      once must be answered with Command Complete, also when they are refused. Commands that continue over the \
      link must be answered with Command Status.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    for type in CommandTable.types where type.isChannelSoundingProcedure {
      let answer = try tester.answer(to: type.init())
      if answer.status == .unknownHCICommand { continue }
      let isCompleted = type is any HCICompletedCommand.Type
      tester.expect(
        answer.complete != nil, .equals(isCompleted) { $0 ? "Command Complete" : "Command Status" },
        "\(type.opcode)")
    }
  }

  private static let sparseClassifications = TestCase(
    id: "HCI/CLS/BI-01", title: "Refusal of channel classifications with too few or reserved channels",
    needs: .hci,
    procedure: """
      Send LE CS Set Channel Classification with 14 channels, and with a channel that Channel Sounding must not use. Both \
      must be refused with Invalid HCI Command Parameters (0x12); one with 15 channels must be accepted.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let code = ErrorCode.invalidHCICommandParameters
    try tester.expectRefusal(of: classification(2..<16), "with 14 channels", with: code)
    try tester.expectRefusal(of: classification(2..<24), "with channel 23", with: code)
    try tester.expectAcceptance(of: classification(2..<17), "with 15 channels")
  }

  private static let hastyClassifications = TestCase(
    id: "HCI/CLS/BI-02", title: "Minimum time between channel classifications", needs: .hci,
    procedure: """
      Send LE CS Set Channel Classification twice. The second must be refused with Command Disallowed (0x0C), since less \
      than a second has passed. After more than a second another must be accepted.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    try tester.expectAcceptance(of: classification(2..<23), "for the first time")
    try tester.expectRefusal(
      of: classification(26..<76), "within a second of the previous one", with: .commandDisallowed)
    tester.idle(.milliseconds(1100))
    try tester.expectAcceptance(of: classification(26..<76), "after more than a second")
  }

  private static func classification(_ channels: Range<UInt8>) -> LECSSetChannelClassificationCommand {
    LECSSetChannelClassificationCommand { $0.channelClassification = CSChannelMap(channels: Array(channels)) }
  }

  private static let shortCommands = TestCase(
    id: "HCI/CMD/BI-01", title: "Refusal of truncated commands", needs: [.hci, .peer],
    procedure: """
      On an encrypted link, send LE CS Set Default Settings, LE CS Create Config and LE CS Set Procedure Parameters without \
      their last octet. Each must be refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectConfigured()
    let handle = link.iutHandle
    let settings = LECSSetDefaultSettingsCommand {
      ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (handle, 2, 10)
    }
    let parameters = LECSSetProcedureParametersCommand {
      ($0.connectionHandle, $0.parameters) = (handle, Tester.parameters(count: 1))
    }
    let code = ErrorCode.invalidHCICommandParameters
    try tester.expectRefusal(of: ShortCommand(settings), "without the last octet", with: code)
    try tester.expectRefusal(of: ShortCommand(link.creation()), "without the last octet", with: code)
    try tester.expectRefusal(of: ShortCommand(parameters), "without the last octet", with: code)
  }
}

/// A command without its last octet.
private struct ShortCommand<Whole: HCICommand>: HCICommand {
  static var opcode: Opcode { Whole.opcode }
  private var octets: [UInt8] = []

  init() {}

  init(_ whole: Whole) { octets = whole.encoded().dropLast() }

  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.rest("Parameters", &octets)
  }
}
