internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Notation
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Advertising of an accessory without a connection.
  static let advertisingCases = [
    channels, pduTypes, structures, flags, txPower, fastPhase, slowPhase, scanResponse,
  ]

  private static let channels = TestCase(
    id: "CS/ADV/BV-01", title: "All three primary channels",
    limits: [LimitRule("events", .whole(1...1000))],
    procedure: """
      Watch advertising events. Each must have a PDU on channels 37, 38 and 39.
      """
  ) { tester throws(TesterStop) in
    let count = tester.wholeLimit("events")
    // The first event may have begun before the tester listened.
    let events = Array(tester.watchAdvertising(count + 1).dropFirst())
    guard events.count == count else { throw .inconclusive("\(events.count) of \(count) events were seen") }
    let partial = events.first { Set($0.pdus.map(\.channel.rawValue)) != [37, 38, 39] }
    let seen = (partial ?? events[0]).pdus.map { "\($0.channel.rawValue)" }.joined(separator: ", ")
    tester.expect(
      partial == nil, .holds("37, 38, 39 in each", else: "an event on \(seen)"),
      "channels of \(count) events", frames: (partial ?? events[0]).frames)
  }

  private static let pduTypes = TestCase(
    id: "CS/ADV/BV-02", title: "Undirected advertising PDUs",
    procedure: """
      Watch what is advertised for 2 s, pair, disconnect, and watch for 3 s more. Only ADV_IND, ADV_NONCONN_IND \
      and ADV_SCAN_IND may be seen.
      """
  ) { tester throws(TesterStop) in
    tester.phone.idle(.seconds(2))
    try tester.judgeTypes("before pairing")
    try tester.bondAndLeave()
    tester.recorder.forgetAdvertisements()
    tester.phone.idle(.seconds(3))
    try tester.judgeTypes("after pairing")
  }

  private static let structures = TestCase(
    id: "CS/ADV/BV-03", title: "AD structures",
    procedure: """
      Read the advertising data as AD structures: at most 31 octets, no structure beyond the end, no Flags, name or \
      power twice, one list of UUIDs of each size at most, complete or not, of whole UUIDs.
      """
  ) { tester throws(TesterStop) in
    let (octets, frames) = try tester.firstAdvertisingData()
    let flaw = Tester.flaw(inData: octets)
    tester.expect(
      flaw,
      .absent(
        "whole AD structures in 31 octets",
        met: "\(AdvertisingData(parsing: octets).structures.count) structures in \(octets.count) octets"),
      "advertising data", frames: frames)
  }

  private static let flags = TestCase(
    id: "CS/ADV/BV-04", title: "Flags",
    procedure: """
      The advertising data itself, not the scan response, must have Flags of one octet; limited and general \
      discoverable mode exclude each other.
      """
  ) { tester throws(TesterStop) in
    let (octets, frames) = try tester.firstAdvertisingData()
    let flags = AdvertisingData(parsing: octets).flags
    tester.expect(
      flags,
      .that("one octet in the advertising data", words: { $0.map { $0.rawValue.hex(2, .lower) } ?? "none" }) {
        $0.map { !$0.isSuperset(of: [.limitedDiscoverable, .generalDiscoverable]) } ?? false
      }, "Flags", frames: frames)
  }

  private static let txPower = TestCase(
    id: "CS/ADV/BV-05", title: "TX Power Level",
    procedure: "The advertising data itself, not the scan response, must have a TX Power Level."
  ) { tester throws(TesterStop) in
    let (octets, frames) = try tester.firstAdvertisingData()
    let power = AdvertisingData(parsing: octets).txPowerLevel
    tester.expect(
      power, .present("in the advertising data", words: { "\($0) dBm" }, else: "none"), "TX Power Level",
      frames: frames)
  }

  private static let fastPhase = TestCase(
    id: "CS/ADV/BV-06", title: "Fast phase", needs: [.air, .power],
    limits: [
      LimitRule("fast_interval_ms", .number(20...10_240)), LimitRule("fast_phase_s", .whole(1...3600)),
    ],
    procedure: """
      Power the accessory on and watch the fast phase without connecting. The time from one advertising event to \
      the next must be the interval and up to 10 ms of random delay, to the end of the phase. One shorter time is \
      accepted, since advertising may have restarted there.
      """
  ) { tester throws(TesterStop) in
    let interval = tester.limit("fast_interval_ms")
    tester.bed.switchAccessory(on: false)
    tester.recorder.forgetAdvertisements()
    tester.bed.switchAccessory(on: true)
    tester.phone.idle(.seconds(tester.wholeLimit("fast_phase_s")))
    let events = tester.connectableEvents
    guard let last = events.last else { throw .inconclusive("no advertising was received") }
    let gaps = zip(events, events.dropFirst()).map { ($1.start - $0.start).inMilliseconds }
    let early = gaps.indices.filter { Tester.isShort(gaps[$0], interval: interval) }
    let wrong = gaps.indices.first {
      Tester.isLong(gaps[$0], interval: interval) || early.count > 1 && $0 == early[0]
    }
    let silence = (tester.bed.simulation.now - last.start).inMilliseconds
    let step = "intervals in \(tester.wholeLimit("fast_phase_s")) s after power on"
    let required = "\(tester.number(interval)) ms and up to 10 ms of delay"
    if wrong == nil, Tester.isLong(silence, interval: interval) {
      return tester.expect(
        "none for the last \(tester.number(silence)) ms", .inPlaceOf(required), step, frames: last.frames)
    }
    tester.expect(
      wrong,
      .absent(required, met: Samples(gaps, of: "intervals").text(in: "ms")) {
        "\(tester.number(gaps[$0])) ms after event \($0 + 1)"
      }, step, frames: wrong.map { [events[$0].frames[0], events[$0 + 1].frames[0]] } ?? events[0].frames)
  }

  private static let slowPhase = TestCase(
    id: "CS/ADV/BV-07", title: "Slow phase", needs: [.air, .power],
    limits: [
      LimitRule("fast_interval_ms", .number(20...10_240)), LimitRule("events", .whole(2...1000)),
      LimitRule("watch_s", .whole(1...3600)),
    ],
    procedure: """
      Power the accessory on and wait until it advertises less often than in the fast phase. The times between \
      events must then fit one value of Apple's list and up to 10 ms of random delay. An accessory that stays in \
      the fast phase passes; an accessory that stops advertising does not.
      """
  ) { tester throws(TesterStop) in
    let fast = tester.limit("fast_interval_ms")
    let wanted = tester.wholeLimit("events")
    tester.bed.switchAccessory(on: false)
    tester.recorder.forgetAdvertisements()
    tester.bed.switchAccessory(on: true)
    var slow: [AdvertisingEvent] = []
    let end = tester.bed.simulation.now + .seconds(tester.wholeLimit("watch_s"))
    while tester.bed.simulation.now < end, slow.count < wanted {
      tester.phone.idle(.seconds(5))
      slow = tester.slowEvents(after: fast)
    }
    try tester.judgeSlowPhase(slow)
  }

  private static let scanResponse = TestCase(
    id: "CS/ADV/BV-10", title: "Scan response",
    procedure: """
      Scan actively. A scan request must be answered from the requested address; the response is read as AD \
      structures, and must not have Flags. Advertising must continue afterwards.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    try tester.scanActively()
    let pdus = tester.recorder.advertisements.compactMap { seen in
      Tester.kind(of: seen).map { (pdu: $0, frame: seen.frame) }
    }
    let requests = pdus.lazy.compactMap { seen -> (frame: Int, asked: DeviceAddress)? in
      guard case .scanReq(let flags, let request) = seen.pdu else { return nil }
      return (seen.frame, DeviceAddress(request.advA, kind: flags.target))
    }
    guard let request = requests.first else {
      throw .notApplicable("not claimed: scannable advertising")
    }
    let responses = pdus.lazy.compactMap { seen -> (frame: Int, sender: DeviceAddress, octets: [UInt8])? in
      guard case .scanRsp(let flags, let response) = seen.pdu else { return nil }
      return (seen.frame, DeviceAddress(response.advA, kind: flags.sender), response.advData)
    }
    let response = responses.first
    let octets = response?.octets
    let flaw = octets.flatMap { Tester.flaw(inData: $0) }
    let hasFlags = octets.map { AdvertisingData(parsing: $0).flags != nil } ?? false
    let isOther = response.map { $0.sender != request.asked } ?? false
    tester.expect(
      response == nil ? "no answer" : isOther ? "from another address" : flaw ?? (hasFlags ? "Flags" : nil),
      .absent("whole AD structures without Flags", met: "\(octets?.count ?? 0) octets"), "SCAN_RSP",
      frames: [request.frame] + (response.map { [$0.frame] } ?? []))
    let later = tester.watchAdvertising(1, within: Tester.longestInterval + .seconds(1))
    tester.expect(
      !later.isEmpty, .holds("continues", else: "none in 11 s"), "advertising after SCAN_RSP",
      frames: later.first?.frames)
  }
}

extension Tester {
  /// The advertising intervals of Apple's guidelines, in milliseconds.
  private static let slowIntervals = [152.5, 211.25, 318.75, 417.5, 546.25, 760, 852.5, 1022.5, 1285]

  /// Whether a time between two events is an interval with its random delay; clocks may differ a little.
  fileprivate static func fits(_ milliseconds: Double, interval: Double) -> Bool {
    !isShort(milliseconds, interval: interval) && !isLong(milliseconds, interval: interval)
  }

  fileprivate static func isShort(_ milliseconds: Double, interval: Double) -> Bool {
    milliseconds < interval - clockError(interval)
  }

  fileprivate static func isLong(_ milliseconds: Double, interval: Double) -> Bool {
    milliseconds > interval + 10 + clockError(interval)
  }

  /// A sleep clock may be 500 ppm off. [Vol 6, Part B, 4.2.2]
  private static func clockError(_ interval: Double) -> Double { 0.1 + interval * 5e-4 }

  fileprivate func judgeTypes(_ moment: String) throws(TesterStop) {
    let seen = advertisingEvents.flatMap(\.pdus).compactMap { seen in
      Self.kind(of: seen).map { (pdu: $0, frame: seen.frame) }
    }
    guard let first = seen.first else { throw .inconclusive("no advertising was received \(moment)") }
    let other = seen.first { [1, 7].contains($0.pdu.type) }
    expect(
      other, .absent("ADV_IND, ADV_NONCONN_IND or ADV_SCAN_IND", met: first.pdu.name) { $0.pdu.name },
      "advertising PDUs \(moment)", frames: [(other ?? first).frame])
  }

  /// The events from the first one after the fast phase.
  fileprivate func slowEvents(after fast: Double) -> [AdvertisingEvent] {
    let events = connectableEvents
    let index = zip(events, events.dropFirst()).enumerated().first {
      Self.isLong(($1.1.start - $1.0.start).inMilliseconds, interval: fast)
    }?.offset
    return index.map { Array(events[($0 + 1)...]) } ?? []
  }

  fileprivate func judgeSlowPhase(_ events: [AdvertisingEvent]) throws(TesterStop) {
    guard let last = connectableEvents.last else { throw .inconclusive("no advertising was received") }
    let silence = bed.simulation.now - last.start
    if silence > Self.longestInterval {
      return expect(
        "none for the last \(silence.rawValue / 1_000_000_000_000) s", .inPlaceOf("continues"), "slow phase",
        frames: last.frames)
    }
    guard events.count > 1 else {
      return expect(
        "none: the fast interval stays", .reported("a listed interval, or none"), "slow phase",
        frames: last.frames)
    }
    let gaps = zip(events, events.dropFirst()).map { ($1.start - $0.start).inMilliseconds }
    let interval = Self.slowIntervals.first { interval in
      gaps.allSatisfy { Self.fits($0, interval: interval) }
    }
    expect(
      interval,
      .present(
        "one of 152.5 to 1285 ms in Apple's list, and up to 10 ms of delay",
        words: { "\(MeasureText.number($0)) ms" }, else: Samples(gaps, of: "intervals").text(in: "ms")),
      "intervals of the slow phase", frames: [events[0].frames[0], events[1].frames[0]])
  }
}
