internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// The Channel Sounding test over HCI. What it does on the air is the business of other sets.
  static let controllerTestCases = [testAndEnd, wrongTests]

  private static let testAndEnd = TestCase(
    id: "HCI/TST/BV-01", title: "A test is ended and reported", needs: .hci,
    procedure: """
      Start LE CS Test, in the role of the reflector where it is claimed, and end it with LE CS Test End. LE CS Test End \
      Complete must report success. Then another test must be possible.
      """
  ) { tester throws(TesterStop) in
    let test = try tester.readyTest()
    for name in ["for the first time", "for the second time"] {
      try tester.expectAcceptance(of: test, name)
      tester.idle(.milliseconds(50))
      let start = try tester.expectAcceptance(of: LECSTestEndCommand(), name)
      let status: ErrorCode = try tester.expectEvent("LE CS Test End Complete \(name)", after: start) {
        if case .leCSTestEndComplete(let event) = $0 { return event.status }
        return nil
      }
      tester.expect(
        status, .equals(.success), "LE CS Test End Complete \(name)", frames: tester.lastFrame)
    }
  }

  private static let wrongTests = TestCase(
    id: "HCI/TST/BI-01", title: "Wrong tests are refused", needs: .hci,
    procedure: """
      Send LE CS Test End while no test runs, which must be refused with Command Disallowed (0x0C), and LE CS Test with \
      main mode 0, with main mode 1 and sub mode 2, without a mode-0 step and with a subevent of 1249 us, which must be \
      refused with Invalid HCI Command Parameters (0x12).
      """
  ) { tester throws(TesterStop) in
    let test = try tester.readyTest()
    try tester.expectRefusal(
      of: LECSTestEndCommand(), "while no test runs", with: .commandDisallowed)
    for wrong in WrongTest.all {
      var spoilt = test
      wrong.spoil(&spoilt)
      try tester.expectRefusal(of: spoilt, wrong.name, with: .invalidHCICommandParameters)
    }
  }
}

/// A test that no controller may run.
private struct WrongTest: Sendable {
  let name: String
  let spoil: @Sendable (inout LECSTestCommand) -> Void

  static let all = [
    WrongTest(name: "with main mode 0") { $0.mainModeType = 0 },
    WrongTest(name: "with main mode 1 and sub mode 2") { ($0.mainModeType, $0.subModeType) = (1, 2) },
    WrongTest(name: "without a mode-0 step") { $0.mode0Steps = 0 },
    WrongTest(name: "with a subevent of 1249 us") { $0.subeventLen = 1249 },
  ]
}

extension Tester {
  /// Brings the controller up and gives a test on all channels that it has to carry out; a controller without that
  /// command claims none.
  fileprivate func readyTest() throws(TesterStop) -> LECSTestCommand {
    try bringUp()
    let isReflector = try localCapabilities(iut)?.roles.contains(.reflector) ?? true
    let bits = try prepare("supported commands") { () throws(HostError) in
      try iut.complete(ReadLocalSupportedCommandsCommand()).supportedCommands
    }
    if let bit = LECSTestCommand.opcode.supportedCommandsBit, bits[bit / 8] >> (bit % 8) & 1 == 0 {
      throw .notApplicable("LE CS Test is not claimed: its bit among the supported commands is clear")
    }
    return LECSTestCommand {
      $0.role = isReflector ? 1 : 0
      $0.subeventLen = 20_000
      $0.overrideParametersData = CSChannelMap.allowed.octets + [0, 0, 2]
    }
  }
}
