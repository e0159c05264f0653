internal import AccessoryProfile
internal import ConformanceTester

extension TestCase {
  /// What the app that goes with an accessory says of it; nothing is sent.
  static let appCases = [supports, lists, descriptor, pairingOption, order]

  private static let supports = TestCase(
    id: "CS/ASK/BV-01", title: "The app sets up Bluetooth accessories", needs: [],
    procedure: """
      Read the app's Info.plist (--app). NSAccessorySetupSupports must contain Bluetooth. Another page of the \
      documentation calls the key NSAccessorySetupKitSupports; that alone is a warning.
      """
  ) { tester throws(TesterStop) in
    let app = try tester.app()
    let key = AppDescription.supportKeys.first { app.supports[$0] != nil }
    let listed = key.flatMap { app.supports[$0] } ?? []
    tester.note(
      AppDescription.supportKeys[0], required: "contains Bluetooth",
      measured: key == nil ? "not there" : listed.joined(separator: ", "),
      isMet: listed.contains("Bluetooth"),
      frames: [])
    if key == AppDescription.supportKeys[1] { tester.warn("only NSAccessorySetupKitSupports is there") }
  }

  private static let lists = TestCase(
    id: "CS/ASK/BV-02", title: "The app lists what its descriptors use", needs: [],
    procedure: """
      Read the app's Info.plist (--app). Services, company identifier and name of the phone profile's match, which \
      stands for the app's descriptor, must be listed; an app crashes that uses others.
      """
  ) { tester throws(TesterStop) in
    let app = try tester.app()
    let match = tester.request.phone.match
    for service in match.services {
      tester.note(
        "service \(service)", required: "in NSAccessorySetupBluetoothServices",
        measured: app.services.contains(service) ? "listed" : "not listed",
        isMet: app.services.contains(service),
        frames: [])
    }
    if let company = match.companyID {
      tester.note(
        "company \(company)", required: "in NSAccessorySetupBluetoothCompanyIdentifiers",
        measured: app.companyIDs.contains(company) ? "listed" : "not listed",
        isMet: app.companyIDs.contains(company), frames: [])
    }
    if !match.nameContains.isEmpty {
      let isListed = app.names.contains(match.nameContains)
      tester.note(
        "name '\(match.nameContains)'", required: "in NSAccessorySetupBluetoothNames",
        measured: isListed ? "listed" : "not listed", isMet: isListed, frames: [])
    }
  }

  private static let descriptor = TestCase(
    id: "CS/ASK/BV-03", title: "The descriptor names a service or a company", needs: [],
    procedure: """
      Look at the phone profile's match, which stands for the app's descriptor. It must name a service or a company \
      identifier; a name and data only refine it.
      """
  ) { tester throws(TesterStop) in
    let match = tester.request.phone.match
    let isNamed = !match.services.isEmpty || match.companyID != nil
    tester.note(
      "descriptor", required: "a service or a company identifier", measured: isNamed ? "named" : "neither",
      isMet: isNamed, frames: [])
  }

  private static let pairingOption = TestCase(
    id: "CS/ASK/BV-05", title: "The picker pairs", needs: [],
    procedure: """
      Look at the phone profile's match.pairs, which stands for the descriptor's option for pairing: it must be set, \
      so that the picker makes the bond.
      """
  ) { tester throws(TesterStop) in
    let isPaired = tester.request.phone.match.isPaired
    tester.note(
      "match.pairs", required: "true", measured: "\(isPaired)", isMet: isPaired, frames: [])
  }

  private static let order = TestCase(
    id: "CS/ASK/BV-07", title: "The picker comes first", needs: [],
    procedure: """
      Nothing outside the app shows when it makes its central manager. Where an app is given, the rule is reported.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.app()
    tester.note(
      "central manager", required: "made after the picker has finished",
      measured: "cannot be seen in Info.plist",
      isMet: true, frames: [])
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
