internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Encryption, CS security and host support before the start of procedures.
  static let linkSecurityCases =
    [securityAnswered, securityIsFresh, startBeforeSecurity]
    + [
      unencrypted("LL/CS/PER/INI/BI-12-C", .perIni), unencrypted("LL/CS/CEN/INI/BI-12-C", .cenIni),
      unencrypted("CS/LLSEC/BI-02", .perRef), withoutHostSupport,
    ]

  private static let securityAnswered = link(
    "CS/LLSEC/BV-01", .perRef, "CS security response", from: .prepared,
    procedure: """
      Send LL_CS_SEC_REQ. An encrypted LL_CS_SEC_RSP must follow, and the host must be notified. Repeat once, \
      with the same results.
      """
  ) { trial, tester throws(TesterStop) in
    for round in 1...2 {
      let start = trial.iut.events.count
      try trial.expectAnswer("LL_CS_SEC_REQ, round \(round)", to: .csSecReq(CSSecReq()), .csSecRsp)
      let isEncrypted = tester.recorder.controlPDUs.last { $0.pdu.has(.csSecRsp) }
      tester.expect(
        isEncrypted?.isEncrypted ?? false, .holds("encrypted", else: "not encrypted"),
        "LL_CS_SEC_RSP, round \(round)")
      let status = try tester.expectEvent(
        "CS security reported, round \(round)", after: start, \.csSecurityEnableComplete?.status)
      tester.expect(status, .equals(.success), "CS security reported, round \(round)")
    }
  }

  private static let securityIsFresh = TestCase(
    id: "CS/LLSEC/BV-02", title: "Fresh security vectors", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    procedure: """
      Send LL_CS_SEC_REQ four times, on two links. No CS_IV, CS_IN or CS_PV of the answers may be zero, or the same twice.
      """
  ) { tester throws(TesterStop) in
    var seen: [CSSecurityVectors] = []
    for _ in 1...2 {
      let trial = try tester.openLink(.perRef, to: .prepared)
      for _ in 1...2 {
        let answer = try trial.expectAnswer("LL_CS_SEC_REQ", to: .csSecReq(CSSecReq()), .csSecRsp)
        if case .csSecRsp(let pdu) = answer { seen.append(pdu.vectors) }
      }
    }
    let drawn = [
      ("CS_IV", seen.map(\.initializationVector)), ("CS_IN", seen.map { UInt64($0.instantiationNonce) }),
      ("CS_PV", seen.map(\.personalizationVector)),
    ]
    for (name, values) in drawn {
      let isFresh = Set(values).count == 4 && !values.contains(0)
      tester.expect(
        isFresh,
        .holds(
          "4 different values, none of them zero", met: "4 different values",
          else: "\(Set(values).count) different values"), name)
    }
  }

  private static let startBeforeSecurity = link(
    "CS/LLSEC/BI-01", .perRef, "Start before CS security", from: .prepared,
    procedure: """
      Encrypt, create a configuration and send LL_CS_REQ without CS security. It must be refused; public sources \
      do not agree on the code.
      """
  ) { trial, _ throws(TesterStop) in
    try trial.configure(trial.configuration())
    trial.expectRefusal("LL_CS_REQ without CS security", of: trial.startRequest(), due: .csRsp)
  }

  private static func unencrypted(_ id: String, _ side: LinkSide) -> TestCase {
    TestCase(
      id: id, title: "Requests on an unencrypted link, \(side.id)", needs: .linkLayer,
      appliesTo: [.role(side.role)],
      procedure: """
        On a link that is not encrypted, send each Channel Sounding request. Each must be refused with \
        Insufficient Security (0x2F), and the link must stay up.
        """
    ) { tester throws(TesterStop) in
      let trial = try tester.openLink(side) { $0.isEncrypted = false }
      for pdu in trial.everyRequest {
        trial.expectRefusal(
          "\(pdu.name) on an unencrypted link", of: pdu, [.insufficientSecurity], due: pdu.answerOpcode)
      }
      trial.expectLink()
    }
  }

  private static let withoutHostSupport = TestCase(
    id: "CS/LLSEC/BI-03", title: "Requests without host support", needs: .linkLayer,
    appliesTo: [.role(.reflector)],
    procedure: """
      Clear the host support of Channel Sounding with LE Set Host Feature before connecting, encrypt, and send \
      each Channel Sounding request. Each must be refused with Unsupported Remote Feature (0x1A), and the link \
      must stay up.
      """
  ) { tester throws(TesterStop) in
    let trial = try tester.openLink(.perRef) { $0.hasHostSupport = false }
    for pdu in trial.everyRequest {
      trial.expectRefusal(
        "\(pdu.name) without host support", of: pdu, [.unsupportedRemoteFeature], due: pdu.answerOpcode)
    }
    trial.expectLink()
  }
}

extension LinkTrial {
  /// Each request of Channel Sounding that the lower tester may send in its role on the link.
  fileprivate var everyRequest: [ControlPDU] {
    [
      .csCapabilitiesReq(capabilitiesRequest), .csFAEReq(CSFAEReq()), request(for: configuration()),
      startRequest(), .csTerminateReq(CSTerminateReq()),
    ] + (side.link == .peripheral ? [.csSecReq(CSSecReq())] : [])
  }
}

extension ControlPDU {
  /// What answers this request; nil if nothing does.
  var answerOpcode: ControlOpcode? {
    switch self {
    case .csCapabilitiesReq: .csCapabilitiesRsp
    case .csFAEReq: .csFAERsp
    case .csConfigReq: .csConfigRsp
    case .csReq: .csRsp
    case .csTerminateReq: .csTerminateRsp
    case .csSecReq: .csSecRsp
    default: nil
    }
  }
}
