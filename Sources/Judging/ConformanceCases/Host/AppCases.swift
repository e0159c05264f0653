internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Profiles
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The accessory's app: its Info.plist and its descriptor. Nothing is sent.
  static let appCases = [supports, lists, descriptor, pairingOption, order]

  private static let supports = TestCase(
    id: "CS/ASK/BV-01", title: "Bluetooth setup in Info.plist", needs: [],
    procedure: """
      Read the app's Info.plist (--app). NSAccessorySetupSupports must contain Bluetooth. Another page of the \
      documentation calls the key NSAccessorySetupKitSupports; that alone is a warning.
      """
  ) { tester throws(TesterStop) in
    let app = try tester.app()
    let key = AppDescription.supportKeys.first { app.supports[$0] != nil }
    let listed = key.flatMap { app.supports[$0] } ?? []
    tester.expect(listed, .contains("Bluetooth"), AppDescription.supportKeys[0], frames: [])
    if key == AppDescription.supportKeys[1] { tester.warn("only NSAccessorySetupKitSupports exists") }
  }

  private static let lists = TestCase(
    id: "CS/ASK/BV-02", title: "Discovery lists in Info.plist", needs: [],
    procedure: """
      Read the app's Info.plist (--app). Services, company identifier and name of the phone profile's match, \
      which stands for the app's descriptor, must be listed; an app that uses others crashes.
      """
  ) { tester throws(TesterStop) in
    let app = try tester.app()
    let match = tester.request.phone.match
    func expect(_ isListed: Bool, in list: String, _ name: String) {
      tester.expect(
        isListed, .holds("in NSAccessorySetupBluetooth\(list)", met: "listed", else: "not listed"), name,
        frames: [])
    }
    for service in match.services {
      expect(app.services.contains(service), in: "Services", "service \(service)")
    }
    if let company = match.companyID {
      expect(app.companyIDs.contains(company), in: "CompanyIdentifiers", "company \(company)")
    }
    if !match.nameContains.isEmpty {
      expect(app.names.contains(match.nameContains), in: "Names", "name '\(match.nameContains)'")
    }
  }

  private static let descriptor = TestCase(
    id: "CS/ASK/BV-03", title: "Service or company identifier in a descriptor", needs: [],
    procedure: """
      Look at the phone profile's match, which stands for the app's descriptor. It must name a service or a \
      company identifier; a name and data only refine it. The case applies only if an app is given (--app).
      """
  ) { tester throws(TesterStop) in
    _ = try tester.app()
    let match = tester.request.phone.match
    let isNamed = !match.services.isEmpty || match.companyID != nil
    tester.expect(
      isNamed, .holds("a service or a company identifier", met: "named", else: "neither"), "descriptor",
      frames: [])
  }

  private static let pairingOption = TestCase(
    id: "CS/ASK/BV-05", title: "Pairing option of the descriptor", needs: [],
    procedure: """
      Look at the phone profile's match.pairs, which stands for the descriptor's option for pairing: it must be \
      set, so that the picker makes the bond. The case applies only if an app is given (--app).
      """
  ) { tester throws(TesterStop) in
    _ = try tester.app()
    let isPaired = tester.request.phone.match.isPaired
    tester.expect(isPaired, .holds("true", else: "false"), "match.pairs", frames: [])
  }

  private static let order = TestCase(
    id: "CS/ASK/BV-07", title: "Central manager after the picker", needs: [],
    procedure: """
      Nothing outside the app shows when it makes its central manager. Where an app is given, the rule is reported.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.app()
    tester.expect(
      "cannot be seen in Info.plist", .reported("made after the picker has finished"), "central manager",
      frames: [])
  }
}

extension Tester {
  /// The app; ends the case where none was given.
  fileprivate func app() throws(TesterStop) -> AppDescription {
    guard let app = request.app else {
      throw .notApplicable("no app is claimed: give its Info.plist with --app")
    }
    return app
  }
}

extension TestCase {
  /// Whether the accessory's server answers.
  static let attributeAnswerCases = [answered]

  private static let answered = TestCase(
    id: "CS/GAT/BV-14", title: "Attribute requests answered",
    limits: [LimitRule("answer_s", .number(1...30))],
    procedure: """
      Connect, offer the phone's ATT_MTU, and discover the first primary services, as phones do on every link. Each \
      request must be answered in time, with a response or an error; a phone ends the link when 30 s are over.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let offered = tester.request.phone.connection.mtuOctets
    try tester.expectAnswer("offer of an ATT_MTU", .exchangeMTURequest(ATTReceiveMTU(offered)))
    try tester.expectAnswer(
      "request for the primary services", .readByGroupTypeRequest(ATTTypedRange(.all, type: .primaryService)))
  }
}

extension Tester {
  fileprivate func expectAnswer(_ name: String, _ pdu: ATTPDU) throws(TesterStop) {
    let seconds = limit("answer_s")
    let answer = try ask(pdu, within: .milliseconds(Int(seconds * 1000)))
    let silence = "no answer within \(number(seconds)) s"
    try require(
      answer,
      .that(
        "answered within \(number(seconds)) s",
        words: { $0.octets != nil ? "answered" : $0.loss == nil ? silence : $0.text }
      ) { $0.octets != nil }, name, frames: answer.frames)
  }
}
