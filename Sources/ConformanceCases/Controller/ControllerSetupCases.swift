internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// What every host needs of a controller before it can use Channel Sounding.
  static let controllerSetupCases = [
    commandsOfEveryController, announcedCommands, commandsOfFeatures, linkEvents, featuresOfPeer,
  ]

  private static let commandsOfEveryController = TestCase(
    id: "HCI/CMD/BV-03", title: "Commands of every LE controller", needs: .hci,
    procedure: """
      Send the commands that no LE controller may lack. Each must be carried out, and be among the supported commands.
      """
  ) { tester throws(TesterStop) in
    try tester.expectSuccess(of: ResetCommand())
    let supported = try tester.expectSuccess(of: ReadLocalSupportedCommandsCommand())
    let bits = Array(supported.dropFirst())
    try tester.expectSupport(of: SetEventMaskCommand { $0.eventMask = 0x3DBF_F807_BFFF_9FFF }, bits)
    try tester.expectSupport(of: LESetEventMaskCommand { $0.leEventMask = 0x1F }, bits)
    try tester.expectSupport(of: ReadLocalVersionInformationCommand(), bits)
    try tester.expectSupport(of: ReadLocalSupportedFeaturesCommand(), bits)
    try tester.expectSupport(of: LEReadLocalSupportedFeaturesCommand(), bits)
    try tester.expectSupport(of: LEReadBufferSizeCommand(), bits)
    try tester.expectSupport(of: LEReadFilterAcceptListSizeCommand(), bits)
    try tester.expectSupport(of: LEClearFilterAcceptListCommand(), bits)
  }

  private static let announcedCommands = TestCase(
    id: "HCI/CMD/BV-04", title: "What is announced is known", needs: .hci,
    procedure: """
      Read the supported commands, then send every announced one that the tester knows, but for those that begin a test or \
      a connection, without a link and with parameters of its length, then HCI_Reset. Each must be answered, and none \
      refused with Unknown HCI Command (0x01).
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let bits = try tester.prepare("supported commands") { () throws(HostError) in
      try tester.iut.complete(ReadLocalSupportedCommandsCommand()).supportedCommands
    }
    let announced = CommandTable.types.filter { type in
      type.isHarmless && type.opcode.isAnnounced(in: bits)
    }
    var problems: [String] = []
    for type in announced {
      switch try tester.status(of: type.init()) {
      case nil: problems.append("\(type.opcode) is not answered")
      case .unknownHCICommand?: problems.append("\(type.opcode) is unknown")
      default: break
      }
    }
    // Masks and filters are now what these commands made of them.
    try tester.prepare("reset") { () throws(HostError) in _ = try tester.iut.complete(ResetCommand()) }
    tester.expect(
      problems, .none("known", words: { $0.joined(separator: ", ") }),
      "\(announced.count) announced commands", frames: tester.lastFrame)
  }

  private static let commandsOfFeatures = TestCase(
    id: "HCI/CMD/BV-05", title: "Commands of the features that are claimed", needs: .hci,
    procedure: """
      Read the features and the supported commands. Those that the data packet length extension, LE 2M and LL privacy bring \
      with them must be among them, as far as these are claimed. HCI/CMD/BV-04 sends all that are announced.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    var features = FeatureSet()
    features.page0 = try tester.prepare("local features") { () throws(HostError) in
      try tester.iut.complete(LEReadLocalSupportedFeaturesCommand()).leFeatures
    }
    let bits = try tester.prepare("supported commands") { () throws(HostError) in
      try tester.iut.complete(ReadLocalSupportedCommandsCommand()).supportedCommands
    }
    for (feature, opcodes) in broughtAlong where features[feature] {
      let missing = opcodes.filter { !$0.isAnnounced(in: bits) }
      tester.expect(
        missing, .none("announced") { $0.map { "not \($0)" }.joined(separator: ", ") },
        "\(opcodes.count) commands of feature \(feature.rawValue)", frames: tester.lastFrame)
    }
  }

  /// The commands that a controller with a feature may not lack. [Vol 4, Part E, 3.1]
  private static let broughtAlong: [(FeatureSet.Feature, [Opcode])] = [
    (
      .dataPacketLengthExtension,
      [
        .leSetDataLength, .leReadSuggestedDefaultDataLength, .leWriteSuggestedDefaultDataLength,
        .leReadMaximumDataLength,
      ]
    ),
    (.le2MPHY, [.leReadPHY, .leSetDefaultPHY, .leSetPHY]),
    (
      .llPrivacy,
      [
        .leAddDeviceToResolvingList, .leRemoveDeviceFromResolvingList, .leClearResolvingList,
        .leReadResolvingListSize, .leSetAddressResolutionEnable, .leSetResolvablePrivateAddressTimeout,
      ]
    ),
  ]

  private static let linkEvents = TestCase(
    id: "HCI/EVT/BV-03", title: "A link and its changes are reported as they are", needs: [.hci, .peer],
    procedure: """
      Connect the second controller, which is the central, then let its host change the connection interval and the PHY. \
      The controller under test must report the connection, the channel selection algorithm and both changes, each for \
      the handle of the link and with the values that the second controller reports. A change that the second controller \
      does not make is left out.
      """
  ) { tester throws(TesterStop) in
    let (own, other) = (tester.iut.events.count, tester.peer.events.count)
    let link = try tester.connectControllers()
    tester.idle(.seconds(1))
    _ = try? tester.peer.begin(
      LEConnectionUpdateCommand {
        $0.connectionHandle = link.peerHandle
        ($0.connectionIntervalMin, $0.connectionIntervalMax) = (40, 40)
        $0.supervisionTimeout = 400
      })
    tester.idle(.seconds(2))
    _ = try? tester.peer.begin(
      LESetPHYCommand {
        $0.connectionHandle = link.peerHandle
        ($0.txPHYs, $0.rxPHYs) = (PHY.le2M.bit, PHY.le2M.bit)
      })
    tester.idle(.seconds(2))
    let due = tester.peer.events[other...].compactMap { LinkReport($0.value, isOfPeer: true) }
    let seen = tester.iut.events[own...].compactMap { LinkReport($0.value, isOfPeer: false) }
    for name in LinkReport.names where due.contains(where: { $0.name == name }) {
      let (reports, expected) = (seen.filter { $0.name == name }, due.filter { $0.name == name }.values)
      tester.expect(
        reports.values, .equals(expected, required: "as the peer reports it: " + expected),
        name, frames: tester.lastFrame)
      // The handle of the link is the one that the first event told.
      guard name != LinkReport.names.first else { continue }
      tester.expect(
        reports.count { $0.handle != link.iutHandle }, .exactly(0, "events"), "\(name), for another handle",
        frames: tester.lastFrame)
    }
  }
}

extension TestCase {
  private static let featuresOfPeer = TestCase(
    id: "HCI/FEA/BV-03", title: "The peripheral's host reads the features of the central",
    needs: [.hci, .peer],
    appliesTo: [.feature(.peripheralInitiatedFeaturesExchange)],
    procedure: """
      Connect the second controller, which is the central, and send LE Read Remote Features. The exchange must come about, \
      and the features be those that the second controller tells its own host, but for those that stay with a host.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let (own, peer) = try tester.prepare("features of both") { () throws(HostError) in
      (
        try tester.iut.complete(LEReadLocalSupportedFeaturesCommand()).leFeatures,
        try tester.peer.complete(LEReadLocalSupportedFeaturesCommand()).leFeatures
      )
    }
    var due = FeatureSet()
    // The first octet has what both support. [Vol 6, Part B, 2.4.2.10]
    due.page0 = peer & (own | ~0xFF)
    for feature in FeatureSet.Feature.allCases where feature.isForHostOnly { due[feature] = false }
    let start = try tester.expectAcceptance(
      of: LEReadRemoteFeaturesCommand { $0.connectionHandle = link.iutHandle }, "as the peripheral")
    let event: LEReadRemoteFeaturesCompleteEvent = try tester.expectEvent("remote features", after: start) {
      if case .leReadRemoteFeaturesComplete(let event) = $0 { event } else { nil }
    }
    tester.expect(
      "\(event.status), " + FeatureSet.hex(event.leFeatures),
      .equals("\(ErrorCode.success), " + FeatureSet.hex(due.page0)), "remote features",
      frames: tester.lastFrame)
  }
}

extension FeatureSet {
  /// Page 0 as people read it.
  fileprivate static func hex(_ page0: UInt64) -> String { "0x" + String(page0, radix: 16, uppercase: true) }
}

extension Tester {
  /// Sends a command that no controller may refuse.
  ///
  /// - Returns: its return parameters.
  @discardableResult
  fileprivate func expectSuccess(of command: some HCICommand) throws(TesterStop) -> [UInt8] {
    let answer = try answer(to: command)
    try require(
      answer.status == .success, .holds("success", else: "refused: \(answer.status)"),
      "\(type(of: command).opcode)", frames: lastFrame)
    return answer.complete?.returnParameters ?? []
  }

  /// Sends such a command, whose bit must be among those of the supported commands.
  fileprivate func expectSupport(of command: some HCICommand, _ bits: [UInt8]) throws(TesterStop) {
    try expectSuccess(of: command)
    let opcode = type(of: command).opcode
    expect(
      opcode.isAnnounced(in: bits), .holds("announced", else: "not announced"),
      "\(opcode) among the supported commands", frames: lastFrame)
  }
}

extension Opcode {
  /// Whether the bit of the command is among those of the supported commands. [Vol 4, Part E, 6.27]
  fileprivate func isAnnounced(in bits: [UInt8]) -> Bool {
    supportedCommandsBit.map { $0 / 8 < bits.count && bits[$0 / 8] >> ($0 % 8) & 1 == 1 } ?? false
  }
}

extension HCICommand {
  /// Whether an answer is due at once, and neither a test nor a connection begins.
  fileprivate static var isHarmless: Bool {
    switch opcode {
    case HostNumberOfCompletedPacketsCommand.opcode, LECSTestCommand.opcode, LECSTestEndCommand.opcode,
      LECreateConnectionCommand.opcode, LEExtendedCreateConnectionCommand.opcode:
      false
    default: true
    }
  }
}

/// What a controller reports of a link, as the peripheral of it has to.
private struct LinkReport {
  static let names = ["connection", "channel selection algorithm", "connection update", "PHY update"]

  let name: String
  let handle: UInt16
  let values: String

  /// What an event reports; nil for one of something else.
  ///
  /// - Parameter isOfPeer: whether the central reports it, which has the other role and sends where the peripheral
  ///   receives.
  init?(_ value: HCIEventValue, isOfPeer: Bool) {
    switch value {
    case .leConnectionComplete(let event):
      let role = isOfPeer ? 1 - event.role : event.role
      (name, handle) = (Self.names[0], event.connectionHandle)
      values =
        "\(event.status), role \(role), interval \(event.connectionInterval), "
        + "latency \(event.peripheralLatency), timeout \(event.supervisionTimeout)"
    case .leChannelSelectionAlgorithm(let event):
      (name, handle) = (Self.names[1], event.connectionHandle)
      values = "algorithm #\(event.channelSelectionAlgorithm + 1)"
    case .leConnectionUpdateComplete(let event):
      (name, handle) = (Self.names[2], event.connectionHandle)
      values =
        "\(event.status), interval \(event.connectionInterval), latency \(event.peripheralLatency), "
        + "timeout \(event.supervisionTimeout)"
    case .lePHYUpdateComplete(let event) where event.status == .success:
      (name, handle) = (Self.names[3], event.connectionHandle)
      let (sent, received) = isOfPeer ? (event.rxPHY, event.txPHY) : (event.txPHY, event.rxPHY)
      values = "sends on PHY \(sent), receives on PHY \(received)"
    default: return nil
    }
  }
}

extension [LinkReport] {
  fileprivate var values: String { isEmpty ? "no event" : map(\.values).joined(separator: ", then ") }
}
