internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Notation
internal import Profiles
internal import RangingService
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// All cases of the Ranging Service. Android requires the service, so its cases apply to every accessory.
  static let rangingServiceCases =
    (rangingDatabaseCases + rangingCounterCases + realTimeRangingCases + rangingControlCases
    + rangingErrorCases + rangingFormatCases).map { $0.needing(.rangingService) } + androidCases

  /// The attributes of the Ranging Service, their security, and the advertised service.
  static let rangingDatabaseCases: [TestCase] =
    [rangingDatabase, rangingServiceOnce]
    + [
      characteristicCase(1, "RAS Features", .rasFeatures, [.read]),
      characteristicCase(2, "Real-time Ranging Data", .realTimeRangingData, [.notify, .indicate]),
      characteristicCase(3, "On-demand Ranging Data", .onDemandRangingData, [.notify, .indicate]),
      characteristicCase(4, "RAS Control Point", .rasControlPoint, [.writeWithoutResponse, .indicate]),
      characteristicCase(8, "Ranging Data Ready", .rangingDataReady, [.indicate, .notify, .read]),
      characteristicCase(
        12, "Ranging Data Overwritten", .rangingDataOverwritten, [.indicate, .notify, .read]),
    ] + [featuresRead, unencryptedAccess, rangingAdvertised]

  private static let rangingServiceOnce = TestCase(
    id: "RAS/SR/SGGIT/SER/BV-01-C", title: "One Ranging Service",
    procedure: """
      Discover all primary services, and those of UUID 0x185B. Both discoveries must find the Ranging Service once.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let all = try tester.prepare(
      "service discovery", tester.phone.discoverServices().filter { $0 == .ranging }.count)
    let byUUID = try tester.prepare(
      "service discovery by UUID", tester.phone.discoverServices(of: .ranging).count)
    for (name, count) in [("Ranging Service among all services", all), ("Ranging Service by UUID", byUUID)] {
      tester.expect(count, .exactly(1, "times"), name)
    }
  }

  private static func characteristicCase(
    _ number: Int, _ name: String, _ uuid: BluetoothUUID, _ properties: CharacteristicProperties
  ) -> TestCase {
    TestCase(
      id: "RAS/SR/SGGIT/CHA/BV-\(number < 10 ? "0" : "")\(number)-C", title: "Declaration of \(name)",
      procedure: """
        Discover the characteristics of the Ranging Service. \(name) must be declared once, with the properties of \
        the specification, and with a Client Characteristic Configuration if it can be subscribed.
        """
    ) { tester throws(TesterStop) in
      try tester.connect()
      let found = try tester.rangingCharacteristics().filter { $0.uuid == uuid }
      if uuid == .realTimeRangingData, found.isEmpty, !tester.request.profile.gatt.ranging.sendsRealTime {
        throw .notApplicable("Real-time Ranging Data is not claimed: gatt.ranging.real_time is false")
      }
      try tester.require(found.count, .exactly(1, "times"), name)
      let declared = found[0].properties
      tester.expect(declared, .equals(properties, words: \.words), "properties of \(name)")
    }
  }

  private static let rangingDatabase = TestCase(
    id: "IOPT/RAS/SR/GATTDB/BV-01-I", title: "Database of the Ranging Service",
    procedure: """
      Pair, discover everything in the Ranging Service and read RAS Features. Every mandatory characteristic must \
      be present, Real-time Ranging Data if and only if the features claim it, and every characteristic with \
      notifications or indications must have a Client Characteristic Configuration.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let found = try tester.prepare("discovery of the Ranging Service", tester.phone.findRangingService())
    try tester.require(found, .present("present", else: "absent"), "Ranging Service")
    guard let found else { return }
    let probe = RangingProbe(tester: tester, handles: found)
    let claimsRealTime = try tester.features(of: probe).contains(.realTime)
    for characteristic in RangingCharacteristic.allCases {
      let isDue = characteristic != .realTimeData || claimsRealTime
      let place = found[characteristic]
      let isThere = place?.configuration != nil
      tester.expect(
        place == nil
          ? "absent"
          : isThere ? "present, can be subscribed" : "present, without a Client Characteristic Configuration",
        .equals(isDue ? "present, can be subscribed" : "absent"), characteristic.name)
    }
  }

  private static let featuresRead = TestCase(
    id: "RAS/SR/RCO/BV-01-C", title: "RAS Features on an encrypted link",
    procedure: """
      Pair and read RAS Features. The value must have four octets and no reserved bit.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingService()
    guard let place = probe.handles.features else {
      throw .inconclusive("RAS Features is absent", on: .rangingService)
    }
    let value = try tester.attempt(
      "RAS Features", tester.phone.readValue(at: place.value), required: "a value")
    let isRight = value.count == 4 && value[0] & 0xF0 == 0 && value[1...].allSatisfy { $0 == 0 }
    tester.expect(
      isRight, .holds("four octets, only bits 0 to 3 set", met: value.hex(), else: value.hex()),
      "RAS Features")
  }

  private static let unencryptedAccess = TestCase(
    id: "CS/RAS/BI-01", title: "Refusal of access without encryption",
    procedure: """
      Connect, do not pair, read RAS Features, Ranging Data Ready and Ranging Data Overwritten, and write the \
      configurations of ranging data and of the control point. Each must be refused with Insufficient Authentication \
      (0x05) or Insufficient Encryption (0x0F). Then write a command to the control point, which has no ATT response: \
      the control point must not answer it.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let probe = try tester.findRangingService()
    if let place = probe.handles.features {
      try tester.expectSecurityRefusal("reading RAS Features") { () throws(HostError) in
        _ = try tester.phone.readValue(at: place.value)
      }
    }
    for characteristic in [RangingCharacteristic.ready, .overwritten] {
      guard let place = probe.handles[characteristic] else { continue }
      try tester.expectSecurityRefusal("reading \(characteristic.name)") { () throws(HostError) in
        _ = try tester.phone.readValue(at: place.value)
      }
    }
    for characteristic in RangingCharacteristic.allCases {
      guard let handle = probe.handles[characteristic]?.configuration else { continue }
      let bits: UInt8 = characteristic == .controlPoint ? 2 : 1
      try tester.expectSecurityRefusal("subscribing to \(characteristic.name)") { () throws(HostError) in
        try tester.phone.writeValue([bits, 0], to: handle)
      }
    }
    guard probe.handles[.controlPoint] != nil else { return }
    probe.forget()
    try probe.write(ControlPointCommand.getRangingData(counter: 0).encoded())
    tester.expect(
      probe.values(of: .controlPoint).first, .absent { $0.octets.hex() },
      "answer of the control point without encryption")
  }

  private static let rangingAdvertised = TestCase(
    id: "RAP/RES/RSPF/BV-01-C", title: "Ranging Service in the advertising data",
    limits: [LimitRule("discovery_time_s", .number(0.1...600))],
    procedure: """
      Scan while the accessory is discoverable. Its advertising data must list UUID 0x185B.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    let seconds = tester.limit("discovery_time_s")
    let found = try tester.prepare(
      "scanning",
      tester.phone.discover(
        [AccessoryDescriptor(serviceUUID: .ranging)], within: .milliseconds(Int(seconds * 1000))))
    let services = found?.data.serviceUUIDs.map { "\($0)" } ?? []
    tester.expect(
      found?.match == .matched,
      .holds(
        "service 185B", met: services.joined(separator: ", "),
        else: found == nil
          ? "no advertising was received" : services.isEmpty ? "no service" : services.joined(separator: ", ")
      ), "advertising data", frames: found.map { tester.frame(ofEvent: $0.packetIndex) })
  }
}

extension Tester {
  /// The characteristics of the Ranging Service, of the first if there are several.
  fileprivate func rangingCharacteristics() throws(TesterStop) -> [DiscoveredCharacteristic] {
    let service = try prepare("service discovery", phone.discoverServices(of: .ranging).first)
    try require(service, .present("present", else: "absent"), "Ranging Service")
    guard let service else { return [] }
    return try prepare("discovery of characteristics", phone.discoverCharacteristics(in: service.range))
  }

  fileprivate func expectSecurityRefusal(
    _ what: String, _ action: () throws(HostError) -> Void
  ) throws(TesterStop) {
    var code: ATTErrorCode?
    do throws(HostError) {
      try action()
    } catch {
      guard case .attributeRefused(_, let given) = error else { throw .inconclusive("\(what): \(error)") }
      code = given
    }
    expect(
      code,
      .that(
        "refused: \(ATTErrorCode.insufficientAuthentication) or 0x0F",
        words: { $0.map { "refused: \($0)" } ?? "accepted" }
      ) { $0 == .insufficientAuthentication || $0 == .insufficientEncryption }, what)
  }
}

extension CharacteristicProperties {
  /// The names of the bits that are set.
  fileprivate var words: String {
    let names = [
      "broadcast", "read", "write without response", "write", "notify", "indicate", "signed write",
      "extended",
    ]
    let set = names.indices.filter { rawValue >> UInt8($0) & 1 == 1 }.map { names[$0] }
    return set.isEmpty ? "none" : set.joined(separator: ", ")
  }
}
