internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Notation
internal import Profiles
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The attributes of an accessory, as a phone discovers them.
  static let attributeCases = [
    openDiscovery, structure, genericAccess, propertyBits, mtu, mtuDefault, serviceChangedDeclared,
    serviceChangedSpurious, clientFrugality, clientQueue, hiddenServices,
  ]

  private static let openDiscovery = TestCase(
    id: "CS/GAT/BV-01", title: "Discovery without pairing",
    procedure: """
      Connect and, without pairing, find all services, characteristics and descriptors. No request may be refused.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let (database, refusal) = try tester.discover()
    tester.expect(
      refusal?.text ?? (database.services.isEmpty ? "no services" : nil),
      .absent(
        "not refused",
        met: "\(database.services.count) services, \(database.characteristics.count) characteristics"),
      "discovery on an unencrypted link", frames: refusal?.frames)
  }

  private static let structure = TestCase(
    id: "CS/GAT/BV-02", title: "Consistent attributes",
    procedure: """
      Pair and find all attributes. Services must not overlap, handles must ascend, and each characteristic must \
      declare the value that follows it, in its own service.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let database = try tester.readDatabase()
    tester.expect(
      database.flaw,
      .absent(
        "consistent services, characteristics and values",
        met: "\(database.attributes.count) attributes"), "attributes")
  }

  private static let genericAccess = TestCase(
    id: "CS/GAT/BV-03", title: "Device Name and Appearance",
    procedure: """
      Pair and read the values of the Generic Access service to their end. It must have a Device Name of up to 248 \
      octets of UTF-8, and an Appearance of 2 octets.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let all = try tester.readDatabase().characteristics(of: .genericAccess)
    for (name, uuid, lengths) in [
      ("Device Name", BluetoothUUID.deviceName, 0...248), ("Appearance", .appearance, 2...2),
    ] {
      guard let found = all.first(where: { $0.uuid == uuid }) else {
        tester.expect("absent", .inPlaceOf("present"), name)
        continue
      }
      let value: [UInt8]
      do throws(HostError) {
        value = try tester.phone.readValue(at: found.valueHandle)
      } catch {
        if case .controllerGone = error { throw .inconclusive("reading \(name): \(error)") }
        tester.expect("\(error)", .inPlaceOf("readable"), name)
        continue
      }
      tester.expect(value.count, .between(lengths.lowerBound, lengths.upperBound, "octets"), name)
      guard uuid == .deviceName else { continue }
      tester.expect(
        String(validating: value, as: UTF8.self), .present("UTF-8", else: value.hex()),
        "text of the Device Name")
    }
  }

  private static let propertyBits = TestCase(
    id: "CS/GAT/BV-04", title: "Property bits",
    procedure: """
      Pair and read each characteristic's properties. At least one bit must be set, and a characteristic with \
      notify or indicate must have a Client Characteristic Configuration.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let database = try tester.readDatabase()
    let wrong = database.characteristics.first { characteristic in
      let isConfigured = database.configurationHandle(of: characteristic) != nil
      let needs = !characteristic.properties.isDisjoint(with: [.notify, .indicate])
      return characteristic.properties.rawValue == 0 || needs != (needs && isConfigured)
    }
    tester.expect(
      wrong,
      .absent(
        "a bit set, and a Client Characteristic Configuration for notify or indicate",
        met: "\(database.characteristics.count) characteristics"
      ) { "\($0.properties.rawValue.hex(2, .lower)) at handle \($0.declaration)" },
      "characteristic properties")
  }

  private static let mtu = TestCase(
    id: "CS/GAT/BV-05", title: "ATT_MTU",
    procedure: """
      Offer the phone's ATT_MTU. The accessory must answer with the same or a larger value.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let offered = tester.request.phone.connection.mtuOctets
    let answer = try tester.ask(.exchangeMTURequest(ATTReceiveMTU(offered)))
    var measured: UInt16?
    if case .exchangeMTUResponse(let response) = answer.attributePDU { measured = response.receiveMTU }
    tester.expect(measured, .atLeast(offered, "octets"), "ATT_MTU", frames: answer.frames)
  }

  private static let mtuDefault = TestCase(
    id: "CS/GAT/BV-06", title: "23 octets before an ATT_MTU exchange",
    procedure: """
      Connect, exchange no ATT_MTU, and find services and values. No response may have more than 23 octets, unless \
      the accessory exchanges ATT_MTU as a client.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let start = tester.phone.frames.count
    _ = try tester.discover()
    for characteristic in try tester.readDatabase().characteristics
    where characteristic.properties.contains(.read) {
      _ = try tester.ask(.readRequest(ATTReadRequest(handle: characteristic.valueHandle)))
    }
    let longest = tester.longestAttributePDU(after: start)
    tester.expect(
      longest?.frame.payload.count ?? 0, .atMost(tester.mtuWithoutPhone, "octets"), "longest PDU",
      frames: longest.map { tester.frame(ofEvent: $0.packetIndex) })
  }

  private static let serviceChangedDeclared = TestCase(
    id: "CS/GAT/BV-07", title: "Service Changed only with changing services",
    procedure: """
      Pair and look for Service Changed (0x2A05). It may exist only if the profile declares that the attributes can \
      change, as after an update.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let all = try tester.readDatabase().characteristics(of: .genericAttribute)
    let isThere = all.contains { $0.uuid == .serviceChanged }
    let canChange = tester.request.profile.gatt.canChange
    tester.expect(
      isThere ? "present" : "absent",
      canChange
        ? .reported("present or absent") : .equals("absent", required: "absent: gatt.can_change is false"),
      "Service Changed")
  }

  private static let serviceChangedSpurious = TestCase(
    id: "CS/GAT/BV-08", title: "No Service Changed without a change",
    procedure: """
      Pair, subscribe to Service Changed if it is present, disconnect, connect, encrypt and wait 3 s. If the \
      attributes are unchanged, no indication may be sent.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let before = try tester.readDatabase()
    guard
      let changed = before.characteristics(of: .genericAttribute).first(where: { $0.uuid == .serviceChanged })
    else { throw .notApplicable("not claimed: Service Changed") }
    let configuration = before.configurationHandle(of: changed) ?? changed.valueHandle &+ 1
    _ = try tester.ask(.writeRequest(ATTHandleValue(handle: configuration, value: [2, 0])))
    try tester.prepare("disconnecting", tester.phone.disconnect())
    try tester.reconnect()
    try tester.prepare("encryption with the stored key", tester.phone.encrypt(), on: .storedKey)
    tester.phone.idle(.seconds(3))
    let handle = changed.valueHandle
    let due = [
      ATTOpcode.handleValueIndication.rawValue, UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8),
    ]
    let indication = tester.phone.frames.first {
      $0.frame.channel == .attribute && Array($0.frame.payload.prefix(3)) == due
    }
    let after = try tester.readDatabase()
    tester.expect(
      indication == nil ? "none" : "one",
      after == before ? .equals("none", required: "none: the attributes are unchanged") : .reported("any"),
      "indications of Service Changed", frames: indication.map { tester.frame(ofEvent: $0.packetIndex) })
  }

  private static let clientFrugality = TestCase(
    id: "CS/GAT/BV-09", title: "Requests of the accessory",
    procedure: """
      Pair, wait 5 s, and count the requests that the accessory sends to the phone's own server. Discovery of all \
      services, where a search by UUID is sufficient, is a warning.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    tester.phone.idle(.seconds(5))
    let requests = tester.clientRequests
    tester.expect("\(requests.count)", .reported("reported"), "requests to the phone")
    if requests.contains(where: { if case .readByGroupTypeRequest = $0.pdu { true } else { false } }) {
      tester.warn("the accessory discovers all services of the phone; discover by UUID instead")
    }
  }

  private static let clientQueue = TestCase(
    id: "CS/GAT/BV-10", title: "Queued writes of the accessory",
    procedure: """
      Pair, wait 5 s, and watch the writes that the accessory queues in the phone's server. All of one queue must be \
      in one service.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    tester.phone.idle(.seconds(5))
    var first: UInt16?
    for (pdu, frames) in tester.clientRequests {
      switch pdu {
      case .executeWriteRequest: first = nil
      case .prepareWriteRequest(let write):
        let begun = first ?? write.handle
        first = begun
        let isSame = tester.phone.service(of: begun) == tester.phone.service(of: write.handle)
        try tester.require(
          isSame,
          .holds("in the service of handle \(begun)", met: "in that service", else: "in another service"),
          "queued write of handle \(write.handle)", frames: frames)
      default: break
      }
    }
    if tester.steps.isEmpty {
      tester.expect("none", .reported("in one service"), "queued writes")
    }
  }

  private static let hiddenServices = TestCase(
    id: "CS/GAT/BV-11", title: "Services visible to apps",
    procedure: """
      Pair and report the services that an app sees: the phone hides Generic Access, Generic Attribute, HID and \
      the notification centre.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let visible = try tester.readDatabase().servicesOfApps
    tester.expect(
      visible.isEmpty ? "none" : visible.map { "\($0)" }.joined(separator: ", "), .reported("reported"),
      "services visible to an app")
  }
}

extension Tester {
  /// The longest PDU of the Attribute protocol among the frames from `start` on.
  func longestAttributePDU(after start: Int) -> ReceivedFrame? {
    phone.frames[start...].filter { $0.frame.channel == .attribute }
      .max { $0.frame.payload.count < $1.frame.payload.count }
  }

  /// The requests of the accessory to the phone's server on this link.
  fileprivate var clientRequests: [(pdu: ATTPDU, frames: [Int])] {
    phone.frames.compactMap { received in
      guard received.frame.channel == .attribute, let opcode = received.frame.payload.first, opcode & 1 == 0,
        opcode != ATTOpcode.handleValueConfirmation.rawValue
      else { return nil }
      do {
        return (try ATTPDU(decoding: received.frame.payload), frame(ofEvent: received.packetIndex))
      } catch {
        return nil
      }
    }
  }
}
