internal import AccessoryProfile
internal import CoreTypes
internal import HostStack
internal import Initiator

extension TestCase {
  /// Advertising, and what GATT shows.
  static let discoveryCases = [discoverable, rangingService]

  private static let discoverable = TestCase(
    id: "CS/DIS/BV-01", title: "Found by the declared service",
    procedure: """
      Scan for the service UUID or company identifier that the app declares. The accessory's advertising data must \
      carry it in time, before pairing, and again after pairing and disconnecting.
      """
  ) { tester throws(TesterStop) in
    try tester.prepare("power on") { () throws(InitiatorError) in try tester.phone.powerOn() }
    try tester.judgeDiscovery("before pairing")
    try tester.reconnect()
    _ = try tester.prepare("pairing, see CS-A08") { () throws(InitiatorError) in
      try tester.phone.pair()
    }
    try tester.prepare("disconnecting") { () throws(InitiatorError) in try tester.phone.disconnect() }
    try tester.judgeDiscovery("after pairing")
  }

  private static let rangingService = TestCase(
    id: "CS/RAS/BV-01", title: "Ranging Service",
    procedure: """
      Discover the primary services and report whether the Ranging Service (0x185B) is among them. Inline PCT does \
      not need it.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let services = try tester.prepare("service discovery") { () throws(InitiatorError) in
      try tester.phone.discoverServices()
    }
    tester.note(
      "Ranging Service", required: "present or absent",
      measured: services.contains(.ranging) ? "present" : "absent", isMet: true,
      frames: tester.lastFrame)
  }
}

extension Tester {
  fileprivate func judgeDiscovery(_ moment: String) throws(TesterStop) {
    let seconds = limit("discovery_time_s")
    let found = try prepare("scanning") { () throws(InitiatorError) in
      try phone.discover(descriptor, within: .milliseconds(Int(seconds * 1000)))
    }
    let wanted = request.phone.match.services.first.map { "service \($0)" } ?? "the company identifier"
    let services = found?.data.serviceUUIDs.map { "\($0)" } ?? []
    let measured =
      found == nil
      ? "nothing advertises"
      : found?.match == .matched
        ? "found" : services.isEmpty ? "no service advertised" : services.joined(separator: ", ")
    try require(
      "advertising data \(moment)", required: "\(wanted) within \(number(seconds)) s", measured: measured,
      isMet: found?.match == .matched, frames: found.map { frame(ofEvent: $0.packetIndex) } ?? lastFrame)
  }
}
