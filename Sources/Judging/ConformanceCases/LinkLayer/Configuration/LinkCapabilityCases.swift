internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualController
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Capabilities and mode-0 frequency errors over the link.
  static let linkCapabilityCases =
    [answeredCapabilities("LL/CS/CEN/BV-01-C", .cenRef), answeredCapabilities("CS/LLCAP/BV-01", .perRef)]
    + [
      askedCapabilities("LL/CS/PER/INI/BV-02-C", .perIni),
      askedCapabilities("LL/CS/CEN/INI/BV-03-C", .cenIni),
      askedCapabilities("LL/CS/CEN/REF/BV-03-C", .cenRef),
    ]
    + [
      impossibleCapabilities("LL/CS/CEN/BI-02-C", .cenRef),
      impossibleCapabilities("LL/CS/PER/BI-02-C", .perRef),
      frequencyErrors, noFrequencyErrors, askedFrequencyErrors,
    ]

  private static func answeredCapabilities(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Capabilities response, \(side.id.prefix(3))",
      procedure: """
        Read the capabilities over HCI, encrypt, and send LL_CS_CAPABILITIES_REQ. LL_CS_CAPABILITIES_RSP must \
        have the same values, and the host must be notified of what the lower tester declared.
        """
    ) { trial, tester throws(TesterStop) in
      let own = trial.capabilitiesRequest
      let start = trial.iut.events.count
      let answer = try trial.expectAnswer(
        "LL_CS_CAPABILITIES_REQ", to: .csCapabilitiesReq(own), .csCapabilitiesRsp)
      if case .csCapabilitiesRsp(let pdu) = answer { try trial.compare(pdu, "LL_CS_CAPABILITIES_RSP") }
      try trial.compareReport(of: own, after: start)
    }
  }

  private static func askedCapabilities(_ id: String, _ side: LinkSide) -> TestCase {
    link(
      id, side, "Capabilities request, \(side.id)",
      procedure: """
        Read the capabilities over HCI, encrypt, and have the host under test send LE CS Read Remote Supported \
        Capabilities. LL_CS_CAPABILITIES_REQ must follow, with the same values as over HCI.
        """
    ) { trial, tester throws(TesterStop) in
      let mark = trial.mark
      _ = try tester.remoteCapabilities(tester.iut, trial.link.iutHandle)
      let asked = trial.answers(after: mark).first {
        $0.pdu.has(.csCapabilitiesReq)
      }
      guard let asked, case .csCapabilitiesReq(let pdu) = asked.pdu else {
        return tester.expect("not sent", .inPlaceOf("sent"), "LL_CS_CAPABILITIES_REQ")
      }
      try trial.compare(pdu, "LL_CS_CAPABILITIES_REQ")
    }
  }

  private static func impossibleCapabilities(_ id: String, _ side: LinkSide) -> TestCase {
    TestCase(
      id: id, title: "Impossible capabilities of the peer, \(side.id.prefix(3))", needs: .linkLayer,
      appliesTo: [.role(side.role)],
      procedure: """
        Answer LL_CS_CAPABILITIES_REQ of the controller under test with values that no device can have: no configuration or \
        five, no antenna or five, no path or five, fewer paths than antennas, no role. Its host must be notified of \
        Unsupported Feature or Parameter Value (0x11) each time.
        """
    ) { tester throws(TesterStop) in
      for wrong in Flaw<CSCapabilitiesRsp>.impossible {
        let trial = try tester.openLink(side)
        trial.alter { pdu in
          guard case .csCapabilitiesRsp(var answer) = pdu else { return pdu }
          wrong.spoil(&answer)
          return .csCapabilitiesRsp(answer)
        }
        let result = try tester.remoteCapabilities(tester.iut, trial.link.iutHandle)
        let measured =
          switch result {
          case .success: "status \(ErrorCode.success)"
          case .failure(.failed(_, let code)): "status \(code)"
          case .failure(let error): error.description
          }
        tester.expect(measured, .equals("status \(ErrorCode.unsupportedFeatureOrParameterValue)"), wrong.name)
      }
    }
  }

  private static let frequencyErrors = link(
    "LL/CS/PER/REF/BV-01-C", .perRef, "FAE table response", from: .prepared, claims: [.actuationErrors],
    procedure: """
      Where the accessory claims frequency errors (No_FAE 0), exchange capabilities and send LL_CS_FAE_REQ. \
      LL_CS_FAE_RSP with 72 entries must follow.
      """
  ) { trial, tester throws(TesterStop) in
    let answer = try trial.expectAnswer("LL_CS_FAE_REQ", to: .csFAEReq(CSFAEReq()), .csFAERsp)
    tester.expect(answer.encoded.count, .exactly(73, "octets"), "LL_CS_FAE_RSP")
  }

  private static let noFrequencyErrors = link(
    "CS/LLFAE/BI-01", .perRef, "FAE table request to a controller without one", from: .prepared,
    claims: [.noActuationErrors],
    procedure: """
      Where the accessory claims to have no frequency errors (No_FAE 1), send LL_CS_FAE_REQ. It must be refused \
      with Unsupported Feature or Parameter Value (0x11).
      """
  ) { trial, _ throws(TesterStop) in
    trial.expectRefusal(
      "LL_CS_FAE_REQ", of: .csFAEReq(CSFAEReq()), [.unsupportedFeatureOrParameterValue], due: .csFAERsp)
  }

  private static let askedFrequencyErrors = TestCase(
    id: "LL/CS/PER/INI/BV-01-C", title: "FAE table request and cache", needs: .linkLayer,
    appliesTo: [.role(.initiator)],
    procedure: """
      Declare frequency errors in the lower tester, exchange capabilities, and have the host under test read the \
      table: LL_CS_FAE_REQ must follow, and the event must report the same 72 values. Writing a cached table must \
      then be refused with Command Disallowed (0x0C), and must be accepted on a new link.
      """
  ) { tester throws(TesterStop) in
    func open(_ opening: inout LinkOpening) { opening.capabilities = { $0.subfeatures.remove(.noFAE) } }
    let trial = try tester.openLink(.perIni, to: .prepared, open)
    let table = FAETable((0..<72).map { $0 - 36 })
    trial.alter { pdu in
      guard case .csFAERsp(var answer) = pdu else { return pdu }
      answer.channelFAE = table
      return .csFAERsp(answer)
    }
    let handle = trial.link.iutHandle
    let start = try tester.prepare(
      "frequency errors", tester.iut.begin(LECSReadRemoteFAETableCommand { $0.connectionHandle = handle }))
    let seen = try tester.expectEvent("FAE table reported", after: start, \.remoteFAETableComplete)
    tester.expect(
      "status \(seen.status), \(seen.remoteFAETable == table ? "the 72 values sent" : "other values")",
      .equals("status \(ErrorCode.success), the 72 values sent"), "FAE table reported")
    let write = LECSWriteCachedRemoteFAETableCommand {
      ($0.connectionHandle, $0.remoteFAETable) = (handle, table)
    }
    try tester.expectRefusal(of: write, "after the exchange", with: .commandDisallowed)
    let again = try tester.openLink(.perIni, to: .prepared, open)
    let status = try tester.answer(to: write).status
    tester.expect(status, .equals(.success), "cached FAE table on a new link")
  }
}

extension Flaw where Value == CSCapabilitiesRsp {
  /// Capabilities that no device can have.
  fileprivate static let impossible = [
    Flaw("Num_Configs 0") { $0.declared.numConfigs = 0 },
    Flaw("Num_Configs 5") { $0.declared.numConfigs = 5 },
    Flaw("Num_Ant 0") { $0.declared.numAntennas = 0 },
    Flaw("Num_Ant 5") { ($0.declared.numAntennas, $0.declared.maxAntennaPaths) = (5, 5) },
    Flaw("Max_Ant_Path 0") { $0.declared.maxAntennaPaths = 0 },
    Flaw("Max_Ant_Path 5") { $0.declared.maxAntennaPaths = 5 },
    Flaw("Max_Ant_Path below Num_Ant") { ($0.declared.numAntennas, $0.declared.maxAntennaPaths) = (3, 2) },
    Flaw("no role") { $0.declared.roles = [] },
  ]
}

extension LinkTrial {
  /// Judges whether the host under test is notified of what the lower tester declared in `sent`, as far as the version of
  /// the event has the fields.
  fileprivate func compareReport(of sent: CSCapabilitiesReq, after start: Int) throws(TesterStop) {
    let name = "remote capabilities reported"
    let event: HCIEventValue = try tester.expectEvent(
      name, required: "an event with status 0", after: start
    ) { $0.remoteCSCapabilities == nil ? nil : $0 }
    guard let (status, reported) = event.remoteCSCapabilities else { return }
    var due = sent.capabilities(layout: interpretations.capabilityLayout)
    if case .leCSReadRemoteSupportedCapabilitiesComplete = event {
      due.takeWhatVersion1Lacks(from: reported)
    }
    let difference = CSCapabilitiesReq(reported, layout: .candidateA)
      .firstDifference(from: CSCapabilitiesReq(due, layout: .candidateA))
    let values = difference.map { "\($0.name) \($0.value), sent \($1.value)" } ?? "the values sent"
    tester.expect(
      "status \(status), \(values)", .equals("status \(ErrorCode.success), the values sent"), name)
  }

  /// Judges whether a capability PDU has the values that HCI reports, as far as its layout has the fields.
  func compare(_ pdu: CSCapabilitiesReq, _ step: String) throws(TesterStop) {
    var due = CSCapabilitiesReq(declared, layout: interpretations.capabilityLayout)
    let v2 = try tester.prepare(
      "local capabilities", iut.completeIfKnown(LECSReadLocalSupportedCapabilitiesV2Command()))
    if v2 == nil {
      due.tail = pdu.tail
      due.declared.takeWhatVersion1Lacks(from: pdu.declared)
    }
    let isSame = pdu == due
    tester.expect(
      isSame,
      .holds(
        "the capabilities that HCI reports", met: "the same",
        else:
          "not the same: \(pdu.firstDifference(from: due).map { "\($0.name) is \($0.value), over HCI \($1.value)" } ?? "another length")"
      ), step)
  }
}

extension CSCapabilities {
  /// Takes over the fields that Core 6.3 added, which version [v1] of a command or an event lacks.
  fileprivate mutating func takeWhatVersion1Lacks(from other: CSCapabilities) {
    tail = other.tail
    subfeatures.remove(.inlinePCT)
    subfeatures.formUnion(other.subfeatures.intersection(.inlinePCT))
  }
}
