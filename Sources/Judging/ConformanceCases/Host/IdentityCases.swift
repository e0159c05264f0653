internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Notation
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Names, identity and random values of an accessory.
  static let identityCases = [advertisedNames, advertisingDelay, freshPairings, agreedKeys]

  private static let advertisedNames = TestCase(
    id: "CS/ADV/BV-11", title: "Advertised names",
    procedure: """
      Scan actively, then connect and read the Device Name, after pairing if that is needed. Each advertised name must be \
      UTF-8. A complete name must be the Device Name, a shortened one its beginning.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    try tester.scanActively()
    let names = tester.advertisedNames
    guard !names.isEmpty else { throw .notApplicable("not claimed: an advertised name") }
    try tester.reconnect()
    let (device, frames) = try tester.readDeviceName()
    for name in names {
      let kind = name.isComplete ? "complete" : "shortened"
      let text = String(validating: name.octets, as: UTF8.self)
      tester.expect(
        text, .that("UTF-8", words: { $0 ?? "not UTF-8: \(name.octets.hex())" }, { $0 != nil }),
        "\(kind) name", frames: [name.frame])
      guard let device else { continue }
      let whole = String(decoding: device, as: UTF8.self)
      tester.expect(
        name.octets,
        .that(
          name.isComplete ? "the Device Name, \(whole)" : "the beginning of the Device Name, \(whole)",
          words: { String(decoding: $0, as: UTF8.self) },
          { name.isComplete ? $0 == device : device.starts(with: $0) }),
        "\(kind) name against the Device Name", frames: [name.frame] + frames)
    }
  }

  private static let advertisingDelay = TestCase(
    id: "CS/ADV/BV-12", title: "Random delay of advertising",
    limits: [LimitRule("events", .whole(8...1000)), LimitRule("delay_ms", .number(1...20))],
    procedure: """
      Watch the advertising events. Take the largest group of times between events that fits one interval within \
      the limit. The times of that group must vary: each event is delayed by a random time of 0 to 10 ms.
      """
  ) { tester throws(TesterStop) in
    let (count, limit) = (tester.wholeLimit("events"), tester.limit("delay_ms"))
    let events = tester.watchAdvertising(count, isOfOneSet: true)
    guard events.count >= count else {
      throw .inconclusive("only \(events.count) advertising events were seen")
    }
    let gaps = zip(events, events.dropFirst()).map { ($1.start - $0.start).inMilliseconds }
    // A change or restart of the interval gives other times too.
    let intervals = gaps.map { least in gaps.filter { (least...least + limit + 0.5).contains($0) } }
    let same = intervals.max { $0.count < $1.count } ?? []
    let spread = (same.max() ?? 0) - (same.min() ?? 0)
    tester.expect(
      spread, .atLeast(1, "ms"), "spread of the times between \(events.count) events",
      frames: [events[0].frames[0], events[events.count - 1].frames[0]])
  }

  private static let freshPairings = TestCase(
    id: "CS/SMP/BV-05", title: "Fresh values in each pairing",
    limits: [LimitRule("pairings", .whole(2...20))],
    procedure: """
      Pair as often as the limit says, each time on a new link, like a phone that has deleted its bond. The \
      accessory must repeat no Pairing Random and no Pairing Confirm. A repeated public key is a warning.
      """
  ) { tester throws(TesterStop) in
    let count = tester.wholeLimit("pairings")
    try tester.powerOn()
    let start = tester.phone.frames.count
    for _ in 1...count {
      try tester.reconnect()
      try tester.prepare("pairing", tester.phone.pair(), on: .pairing)
      tester.phone.idle(.milliseconds(500))
      try tester.prepare("disconnecting", tester.phone.disconnect())
    }
    func values(_ code: SMPCode) -> [[UInt8]] {
      tester.phone.frames[start...].filter {
        $0.frame.channel == .securityManager && $0.frame.payload.first == code.rawValue
      }.map { Array($0.frame.payload.dropFirst()) }
    }
    for (name, code) in [("Pairing Random", SMPCode.pairingRandom), ("Pairing Confirm", .pairingConfirm)] {
      let seen = values(code)
      tester.expect(
        Proportion(Set(seen).count, of: max(seen.count, count)),
        .all("different in each of \(count) pairings"), name)
    }
    let keys = values(.pairingPublicKey)
    if Set(keys).count < keys.count {
      tester.warn("the public key is the same in several pairings; use a fresh key for each")
    }
  }

  private static let agreedKeys = TestCase(
    id: "CS/SMP/BV-06", title: "Distribution of negotiated keys",
    procedure: """
      Pair. Each key that the accessory's Pairing Response agrees to send must be sent once, before the phone's \
      Security Manager Timer reaches 30 s: IdKey as Identity Information and Identity Address Information, SignKey \
      as Signing Information. \
      The identity address must be public or static; where the address of the link is of the same kind, the two \
      must be equal.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let start = tester.phone.frames.count
    do throws(HostError) {
      _ = try tester.phone.pair()
    } catch {
      if case .missing = error {} else { throw .inconclusive("pairing: \(error)") }
    }
    let frames = tester.phone.frames[start...].filter { $0.frame.channel == .securityManager }
    let response = frames.first { $0.frame.payload.first == SMPCode.pairingResponse.rawValue }
    guard let response, response.frame.payload.count == 7 else {
      throw .inconclusive("no Pairing Response was seen")
    }
    let agreed = KeyDistribution(rawValue: response.frame.payload[6])
    var due: [(name: String, code: SMPCode)] = []
    if agreed.contains(.identity) {
      due += [
        ("Identity Information", .identityInformation),
        ("Identity Address Information", .identityAddressInformation),
      ]
    }
    if agreed.contains(.signing) { due.append(("Signing Information", .signingInformation)) }
    let missing = due.filter { key in !frames.contains { $0.frame.payload.first == key.code.rawValue } }
    tester.expect(
      missing.map(\.name),
      .none(
        due.isEmpty ? "none agreed" : due.map(\.name).joined(separator: ", "),
        words: { "missing: " + $0.joined(separator: ", ") }),
      "keys that the accessory agreed to send", frames: tester.frame(ofEvent: response.packetIndex))
    let repeated = due.filter { key in frames.count { $0.frame.payload.first == key.code.rawValue } > 1 }
    tester.expect(
      repeated.map(\.name), .none("once each", words: { "twice: " + $0.joined(separator: ", ") }),
      "keys sent more than once", frames: tester.frame(ofEvent: response.packetIndex))
    let identity = frames.last { $0.frame.payload.first == SMPCode.identityAddressInformation.rawValue }
    if let identity { tester.judgeIdentity(Array(identity.frame.payload.dropFirst()), identity) }
  }
}

extension Tester {
  /// Judges the address that Identity Address Information has. [Vol 3, Part H, 3.6.5; Vol 6, Part B, 1.3]
  fileprivate func judgeIdentity(_ octets: [UInt8], _ seen: ReceivedFrame) {
    let kind = DeviceAddress.Kind(rawValue: octets.first ?? 0xFF)
    let identity =
      octets.count == 7 && kind.isPublicOrRandom
      ? DeviceAddress(BDADDR(octets: Array(octets.dropFirst())), kind: kind) : nil
    let link = phone.link?.peerAddress
    var problem: String?
    switch identity {
    case nil: problem = "a reserved address type"
    case let identity? where !(identity.kind == .public || identity.isStatic):
      problem = "\(identity), which is not static"
    case let identity?:
      if let link, link.kind == identity.kind, link.kind == .public || link.isStatic, link != identity {
        problem = "\(identity), but \(link) on the link"
      }
    }
    expect(
      problem, .absent("public or static; equal to the link's address if that is of the same kind"),
      "identity address", frames: frame(ofEvent: seen.packetIndex))
  }

  /// A name in advertising or scan response data.
  fileprivate struct AdvertisedName {
    let isComplete: Bool
    let octets: [UInt8]
    let frame: Int
  }

  /// The names that were advertised, each once.
  fileprivate var advertisedNames: [AdvertisedName] {
    var names: [AdvertisedName] = []
    for seen in recorder.advertisements {
      guard let octets = Self.kind(of: seen).flatMap(Self.data(of:)) else { continue }
      for structure in AdvertisingData(parsing: octets).structures
      where [.completeLocalName, .shortenedLocalName].contains(structure.type) {
        let isComplete = structure.type == .completeLocalName
        if names.contains(where: { $0.isComplete == isComplete && $0.octets == structure.data }) { continue }
        names.append(AdvertisedName(isComplete: isComplete, octets: structure.data, frame: seen.frame))
      }
    }
    return names
  }

  /// The Device Name; nil if it cannot be read even on an encrypted link.
  fileprivate func readDeviceName() throws(TesterStop) -> (octets: [UInt8]?, frames: [Int]) {
    _ = try ask(.exchangeMTURequest(ATTReceiveMTU(request.phone.connection.mtuOctets)))
    for isPaired in [false, true] {
      if isPaired { try prepare("pairing", pair(), on: .pairing) }
      let answer = try ask(.readByTypeRequest(ATTTypedRange(.all, type: .deviceName)))
      if case .readByTypeResponse(let list) = answer.attributePDU, let record = list.records?.first,
        record.count >= 2
      {
        let handle = UInt16(octets: record[0], record[1])
        return (try wholeValue(at: handle, from: Array(record.dropFirst(2))), answer.frames)
      }
    }
    return (nil, lastFrame)
  }

  /// The whole value of an attribute whose beginning was in an answer.
  private func wholeValue(at handle: UInt16, from beginning: [UInt8]) throws(TesterStop) -> [UInt8] {
    // The capacity of an answer with the shortest ATT_MTU. [Vol 3, Part F, 3.4.4.2]
    guard beginning.count >= 19 else { return beginning }
    var value = beginning
    while value.count < 512 {
      let answer = try ask(.readBlobRequest(ATTReadBlobRequest(handle: handle, offset: UInt16(value.count))))
      guard case .readBlobResponse(let more) = answer.attributePDU, !more.value.isEmpty else { break }
      value += more.value
    }
    return value
  }
}
