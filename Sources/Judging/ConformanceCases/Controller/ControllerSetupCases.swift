internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import Notation
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// What a host needs from a controller before it can use Channel Sounding.
  static let controllerSetupCases = [
    commandsOfEveryController, announcedCommands, commandsOfFeatures, linkEvents, featuresOfPeer, buffers,
    completedPackets, flowControl,
  ]

  private static let commandsOfEveryController = TestCase(
    id: "HCI/CMD/BV-03", title: "Mandatory commands of every LE controller", needs: .hci,
    procedure: """
      Send the mandatory commands of every LE controller. Each must be carried out, and be among the supported commands.
      """
  ) { tester throws(TesterStop) in
    try tester.expectSuccess(of: ResetCommand())
    let supported = try tester.expectSuccess(of: ReadLocalSupportedCommandsCommand())
    let bits = Array(supported.dropFirst())
    let mandatory: [any HCICommand] = [
      SetEventMaskCommand.everyEvent, LESetEventMaskCommand { $0.leEventMask = .initial },
      ReadLocalVersionInformationCommand(), ReadBDADDRCommand(), ReadLocalSupportedFeaturesCommand(),
      LEReadLocalSupportedFeaturesCommand(), LEReadBufferSizeCommand(), LEReadFilterAcceptListSizeCommand(),
      LEClearFilterAcceptListCommand(), LEAddDeviceToFilterAcceptListCommand(),
      LERemoveDeviceFromFilterAcceptListCommand(), LEReadSupportedStatesCommand(),
    ]
    for command in mandatory { try tester.expectSupport(of: command, bits) }
  }

  private static let announcedCommands = TestCase(
    id: "HCI/CMD/BV-04", title: "Announced commands", needs: .hci,
    procedure: """
      Read the supported commands, then send, without a link, every announced command that the tester knows, with \
      parameters of the right length, then HCI_Reset. Commands that start a test or a connection are left out. \
      Each must be answered, and none refused with Unknown HCI Command (0x01).
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let bits = try tester.supportedCommands()
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
    // These commands changed masks and filters.
    try tester.prepare("reset", tester.iut.complete(ResetCommand()))
    tester.expect(
      problems, .none("all answered and known", words: { $0.joined(separator: ", ") }),
      "\(announced.count) announced commands")
  }

  private static let commandsOfFeatures = TestCase(
    id: "HCI/CMD/BV-05", title: "Mandatory commands of claimed features and states", needs: .hci,
    procedure: """
      Read the features, the states of the link layer and the supported commands. The states must include those \
      of a peripheral, and the mandatory commands of each claimed feature and state must be supported. \
      HCI/CMD/BV-04 sends all announced commands.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let features = FeatureSet(page0: try tester.localFeatures())
    let states = try tester.supportedStates()
    // Connectable advertising by itself and the Peripheral role by itself. [Vol 4, Part E, 7.8.27]
    tester.expect(
      states >> 2 & 1 == 1 && states >> 7 & 1 == 1,
      .holds("connectable advertising and the Peripheral role", else: states.hex()), "LE_States")
    let bits = try tester.supportedCommands()
    let claimed =
      ofFeatures.filter { features[$0.feature] }.map { ("feature \($0.feature.rawValue)", $0.opcodes) }
      + ofStates.filter { states & $0.bits != 0 }.map { ($0.name, $0.opcodes) }
    for (name, opcodes) in claimed {
      let missing = opcodes.filter { !$0.isAnnounced(in: bits) }
      tester.expect(
        missing, .none("announced") { $0.map { "not \($0)" }.joined(separator: ", ") },
        "\(opcodes.count) commands of \(name)")
    }
  }

  /// The mandatory commands of features. [Vol 4, Part E, 3.1]
  private static let ofFeatures: [(feature: FeatureSet.Feature, opcodes: [Opcode])] = [
    (.leEncryption, [.leEncrypt, .leRand, .leLongTermKeyRequestReply, .leLongTermKeyRequestNegativeReply]),
    (
      .connectionParametersRequest,
      [.leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply]
    ),
    (.lePing, [.readAuthenticatedPayloadTimeout, .writeAuthenticatedPayloadTimeout]),
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
    (
      .extendedAdvertising,
      [
        .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
        .leSetExtendedAdvertisingEnable, .leReadMaximumAdvertisingDataLength,
        .leReadNumberOfSupportedAdvertisingSets, .leRemoveAdvertisingSet, .leClearAdvertisingSets,
      ]
    ),
    (
      .lePowerControlRequest,
      [
        .leEnhancedReadTransmitPowerLevel, .leReadRemoteTransmitPowerLevel,
        .leSetTransmitPowerReportingEnable,
      ]
    ),
    (.frameSpaceUpdate, [.leFrameSpaceUpdate]),
  ]

  /// The mandatory commands of states, by the bits of LE_States. [Vol 4, Part E, 3.1, 7.8.27]
  private static let ofStates: [(name: String, bits: UInt64, opcodes: [Opcode])] = [
    (
      "advertising", 0b1111,
      [
        .leSetAdvertisingParameters, .leReadAdvertisingPhysicalChannelTXPower, .leSetAdvertisingData,
        .leSetAdvertisingEnable,
      ]
    ),
    ("scanning", 0b11_0000, [.leSetScanParameters, .leSetScanEnable]),
    ("initiating", 0b100_0000, [.leCreateConnection, .leCreateConnectionCancel]),
    ("connection", 0b1000_0000, [.disconnect, .readRemoteVersionInformation, .leReadRemoteFeatures]),
  ]

  private static let linkEvents = TestCase(
    id: "HCI/EVT/BV-03", title: "Events of a connection and its updates", needs: [.hci, .peer],
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
        $0.parameters = ConnectionParameterRange(interval: 40, timeout: 400)
      })
    tester.idle(.seconds(2))
    _ = try? tester.peer.begin(
      LESetPHYCommand {
        $0.connectionHandle = link.peerHandle
        ($0.txPHYs, $0.rxPHYs) = (.le2M, .le2M)
      })
    tester.idle(.seconds(2))
    let due = tester.peer.events[other...].compactMap { LinkReport($0.value, isOfPeer: true) }
    let seen = tester.iut.events[own...].compactMap { LinkReport($0.value, isOfPeer: false) }
    for name in LinkReport.names where due.contains(where: { $0.name == name }) {
      let (reports, expected) = (seen.filter { $0.name == name }, due.filter { $0.name == name }.values)
      tester.expect(reports.values, .equals(expected, required: "as the peer reports: " + expected), name)
      // The handle of the link comes from the first event.
      guard name != LinkReport.names.first else { continue }
      tester.expect(
        reports.count { $0.handle != link.iutHandle }, .exactly(0, "events"), "\(name) with another handle")
    }
  }
}

extension TestCase {
  private static let featuresOfPeer = TestCase(
    id: "HCI/FEA/BV-03", title: "LE Read Remote Features as the peripheral", needs: [.hci, .peer],
    appliesTo: [.feature(.peripheralInitiatedFeaturesExchange)],
    procedure: """
      Connect the second controller, which is the central, and send LE Read Remote Features. The reported features must be \
      those that the second controller reports to its own host, without the features that no link layer PDU carries.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let own = try tester.localFeatures()
    let peer = try tester.prepare(
      "features of the second controller",
      tester.peer.complete(LEReadLocalSupportedFeaturesCommand()).leFeatures)
    var due = FeatureSet(page0: peer.answer(to: own))
    for feature in FeatureSet.Feature.allCases where feature.isForHostOnly { due[feature] = false }
    let start = try tester.expectAcceptance(
      of: LEReadRemoteFeaturesCommand { $0.connectionHandle = link.iutHandle }, "as the peripheral")
    let event: LEReadRemoteFeaturesCompleteEvent = try tester.expectEvent("remote features", after: start) {
      if case .leReadRemoteFeaturesComplete(let event) = $0 { event } else { nil }
    }
    tester.expect(
      "\(event.status), " + event.leFeatures.rawValue.hex(),
      .equals("\(ErrorCode.success), " + due.page0.rawValue.hex()),
      "remote features")
  }
}

extension TestCase {
  private static let buffers = TestCase(
    id: "HCI/BUF/BV-01", title: "LE Read Buffer Size", needs: .hci,
    procedure: """
      Send LE Read Buffer Size. The controller must have room for one packet of 27 octets, the smallest payload of a link. A \
      length or number of 0 means that BR/EDR and LE share the packets of Read Buffer Size, which is then judged. Version \
      [v2] of the command, where it is supported, must return the same values.
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let (v1, v2) = try tester.prepare(
      "buffer size",
      (
        try tester.iut.complete(LEReadBufferSizeCommand()),
        try tester.iut.completeIfKnown(LEReadBufferSizeV2Command())
      ))
    let own = PacketBuffers(length: Int(v1.leACLDataPacketLength), count: Int(v1.totalNumLEACLDataPackets))
    let room = own.isNone ? try tester.sharedBuffers() ?? own : own
    tester.expect(
      room, .that("1 packet of 27 octets or more", words: \.description) { $0.length >= 27 && $0.count >= 1 },
      "LE ACL data packets")
    guard let v2 else { return }
    let other = PacketBuffers(length: Int(v2.leACLDataPacketLength), count: Int(v2.totalNumLEACLDataPackets))
    tester.expect(own == other, .holds("the same", else: other.description), "LE ACL data packets by [v2]")
  }

  private static let completedPackets = TestCase(
    id: "HCI/BUF/BV-02", title: "Number Of Completed Packets", needs: [.hci, .peer],
    procedure: """
      Connect the second controller and send two packets of data over the link, the second one second after the \
      first: a controller may have a buffer for one packet only. The controller under test must report two \
      completed packets, for the handle of the link only.
      """
  ) { tester throws(TesterStop) in
    let link = try tester.connectControllers()
    let start = tester.iut.events.count
    for _ in 0..<2 {
      tester.iut.send(
        .acl(ACLPacket(handle: link.iutHandle, packetBoundary: .firstNonFlushable, data: [1, 0, 0x3F, 0, 0])))
      tester.idle(.seconds(1))
    }
    let completed = tester.events(after: start) { value in
      if case .numberOfCompletedPackets(let event) = value { event.connections } else { nil }
    }.flatMap(\.self)
    tester.expect(
      completed.filter { $0.connectionHandle == link.iutHandle }.reduce(0) {
        $0 + Int($1.numCompletedPackets)
      }, .exactly(2, "packets"), "completed packets of the link")
    tester.expect(
      completed.count { $0.connectionHandle != link.iutHandle }, .exactly(0, "entries"),
      "completed packets of other handles")
  }

  private static let flowControl = TestCase(
    id: "HCI/BUF/BI-01", title: "Set Controller To Host Flow Control on a link", needs: [.hci, .peer],
    procedure: """
      Send Set Controller To Host Flow Control, which must be accepted where it is supported. On a link it must be refused \
      with Command Disallowed (0x0C).
      """
  ) { tester throws(TesterStop) in
    try tester.bringUp()
    let answer = try tester.answer(to: SetControllerToHostFlowControlCommand())
    if answer.status == .unknownHCICommand {
      throw .notApplicable("not claimed: flow control of data to the host (the command is unknown)")
    }
    tester.expect(answer.status, .equals(.success), "Set Controller To Host Flow Control")
    _ = try tester.connectControllers()
    try tester.expectRefusal(
      of: SetControllerToHostFlowControlCommand(), "on a link", with: .commandDisallowed)
  }
}

extension Tester {
  /// Sends a command that no controller may refuse. Returns its return parameters.
  @discardableResult
  fileprivate func expectSuccess(of command: some HCICommand) throws(TesterStop) -> [UInt8] {
    let answer = try answer(to: command)
    try require(
      answer.status == .success, .holds("success", else: "refused: \(answer.status)"),
      "\(type(of: command).opcode)")
    return answer.complete?.returnParameters ?? []
  }

  /// Sends a command that no controller may refuse and whose bit must be set in the supported commands.
  fileprivate func expectSupport(of command: some HCICommand, _ bits: [UInt8]) throws(TesterStop) {
    try expectSuccess(of: command)
    let opcode = type(of: command).opcode
    expect(
      opcode.isAnnounced(in: bits), .holds("announced", else: "not announced"),
      "\(opcode) among the supported commands")
  }
}

/// The room of a controller for data packets.
private struct PacketBuffers: Equatable, CustomStringConvertible {
  /// The longest packet, in octets.
  let length: Int
  let count: Int
  /// Whether packets of BR/EDR take the same room.
  var isShared = false

  /// Whether there is no room for LE alone. [Vol 4, Part E, 7.8.2]
  var isNone: Bool { length == 0 || count == 0 }

  var description: String {
    "\(count) packets of \(length) octets" + (isShared ? ", shared with BR/EDR" : "")
  }
}

extension Tester {
  /// The buffers that LE shares with BR/EDR; nil if the controller has none. [Vol 4, Part E, 7.4.5]
  fileprivate func sharedBuffers() throws(TesterStop) -> PacketBuffers? {
    try prepare("shared buffer size", iut.completeIfKnown(ReadBufferSizeCommand())).map {
      PacketBuffers(
        length: Int($0.aclDataPacketLength), count: Int($0.totalNumACLDataPackets), isShared: true)
    }
  }
}

extension Opcode {
  /// Whether the bit of the command is among those of the supported commands. [Vol 4, Part E, 6.27]
  func isAnnounced(in bits: [UInt8]) -> Bool {
    supportedCommandsBit.map { $0 / 8 < bits.count && bits[$0 / 8] >> ($0 % 8) & 1 == 1 } ?? false
  }
}

extension HCICommand {
  /// Whether the command is answered at once and starts neither a test nor a connection.
  fileprivate static var isHarmless: Bool {
    switch opcode {
    case HostNumberOfCompletedPacketsCommand.opcode, LECSTestCommand.opcode, LECSTestEndCommand.opcode,
      LECreateConnectionCommand.opcode, LEExtendedCreateConnectionCommand.opcode:
      false
    default: true
    }
  }
}

/// What the controller of the peripheral reports of a link.
private struct LinkReport {
  static let names = ["connection", "channel selection algorithm", "connection update", "PHY update"]

  let name: String
  let handle: ConnectionHandle
  let values: String

  /// What an event reports; nil for other events.
  ///
  /// - Parameter isOfPeer: whether the central reports it, which has the other role and sends where the peripheral
  ///   receives.
  init?(_ value: HCIEventValue, isOfPeer: Bool) {
    switch value {
    case .leConnectionComplete(let event):
      let role = isOfPeer ? event.role.peer : event.role
      (name, handle) = (Self.names[0], event.connectionHandle)
      values =
        "\(event.status), role \(role), peer address type \(event.peerAddress.kind.rawValue), "
        + "interval \(event.parameters.interval), latency \(event.parameters.latency), timeout \(event.parameters.timeout)"
    case .leChannelSelectionAlgorithm(let event):
      (name, handle) = (Self.names[1], event.connectionHandle)
      values = "algorithm #\(event.channelSelectionAlgorithm.number)"
    case .leConnectionUpdateComplete(let event):
      (name, handle) = (Self.names[2], event.connectionHandle)
      values =
        "\(event.status), interval \(event.parameters.interval), latency \(event.parameters.latency), "
        + "timeout \(event.parameters.timeout)"
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
