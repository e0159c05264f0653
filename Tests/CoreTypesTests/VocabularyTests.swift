import CoreTypes
import Testing

@Suite("Versions of the Core specification")
struct CoreVersionTests {
  @Test(
    "each number that was ever assigned has its name",
    arguments: [
      (0, "1.0b"), (1, "1.1"), (2, "1.2"), (3, "2.0 + EDR"), (4, "2.1 + EDR"), (5, "3.0 + HS"), (6, "4.0"),
      (7, "4.1"), (8, "4.2"), (9, "5.0"), (10, "5.1"), (11, "5.2"), (12, "5.3"), (13, "5.4"), (14, "6.0"),
      (15, "6.1"), (16, "6.2"), (17, "6.3"), (18, "version number 0x12"),
    ])
  func names(number: UInt8, name: String) {
    #expect(CoreVersion(rawValue: number).description == name)
  }

  @Test("a profile has a version with Channel Sounding or the one before it")
  func profiles() {
    #expect(CoreVersion.knownNames == ["5.4", "6.0", "6.1", "6.2", "6.3"])
    #expect(CoreVersion(name: "5.3") == nil && CoreVersion(name: "6.3") == .v6_3)
  }
}

@Suite("Company identifiers")
struct CompanyIdentifierTests {
  @Test(
    "are their number, with the name where that is in the table",
    arguments: [
      (0x59, "0x59, Nordic Semiconductor"), (0x02FF, "0x2FF, Silicon Laboratories"), (0x1234, "0x1234"),
    ])
  func text(number: UInt16, text: String) {
    #expect(CompanyIdentifier(rawValue: number).description == text)
  }
}

@Suite("Error codes")
struct ErrorCodeTests {
  @Test(
    "a code has its name, those of BR/EDR too, and one that is not assigned has none",
    arguments: [
      (0x05, "0x05 Authentication Failure"), (0x13, "0x13 Remote User Terminated Connection"),
      (0x44, "0x44 Operation Cancelled by Host"), (0x2B, "0x2B"), (0xFE, "0xFE"),
    ])
  func names(code: UInt8, text: String) { #expect("\(ErrorCode(rawValue: code))" == text) }

  @Test("each assigned code up to the last has a name")
  func complete() {
    // 0x3F was one of a transport that Core no longer has.
    let unnamed = (0...0x48 as ClosedRange<UInt8>).filter { !"\(ErrorCode(rawValue: $0))".contains(" ") }
    #expect(unnamed == [0x2B, 0x31, 0x33, 0x3F])
  }
}

@Suite("Connection parameters")
struct ConnectionParameterTests {
  @Test(
    "are legal within their ranges, if the timeout outlasts the latency",
    arguments: [
      (6, 6, 0, 10, true), (5, 6, 0, 10, false), (3200, 3200, 0, 3200, true), (3200, 3201, 0, 3200, false),
      (12, 6, 0, 100, false), (6, 6, 499, 3200, true), (6, 6, 500, 3200, false), (6, 6, 0, 9, false),
      (6, 6, 0, 3201, false), (80, 80, 0, 20, false), (80, 80, 0, 21, true), (40, 40, 4, 50, false),
    ] as [(ConnectionInterval, ConnectionInterval, UInt16, SupervisionTimeout, Bool)])
  func isLegal(
    min: ConnectionInterval, max: ConnectionInterval, latency: UInt16, timeout: SupervisionTimeout,
    isLegal: Bool
  ) {
    let range = ConnectionParameterRange(
      intervalMin: min, intervalMax: max, latency: latency, timeout: timeout)
    #expect(range.isLegal == isLegal)
  }

  @Test("one interval is a range, and zeros are not legal")
  func single() {
    let range = ConnectionParameterRange(interval: 24, latency: 1, timeout: 100)
    #expect(range == ConnectionParameterRange(intervalMin: 24, intervalMax: 24, latency: 1, timeout: 100))
    #expect(range.isLegal && !ConnectionParameterRange().isLegal)
  }
}

@Suite("Connection handles")
struct ConnectionHandleTests {
  @Test("have 12 bits in data packets, keep all 16 elsewhere, and read as their number")
  func bits() {
    let handle: ConnectionHandle = 0xF041
    #expect(handle.rawValue == 0xF041 && handle.withoutReservedBits == 0x041)
    #expect("\(handle.withoutReservedBits)" == "65")
  }

  @Test("are in the order of their numbers")
  func order() {
    #expect([3, 0x100, .greatest, 1].sorted() == [1, 3, 0x100, 0xEFF] as [ConnectionHandle])
  }
}

@Suite("Connection event counters")
struct ConnEventCounterTests {
  @Test("count on over 0xFFFF, back under 0, and as the event's number without its higher bits")
  func wrap() {
    var counter: ConnEventCounter = 0xFFFE
    counter += 3
    #expect(counter == 1 && counter - 2 == 0xFFFF && ConnEventCounter(eventNumber: 0x3_0001) == counter)
    counter -= 3
    #expect(counter == 0xFFFE && counter + 3 == 1 && "\(counter)" == "65534")
  }

  @Test(
    "lie behind an Instant or ahead of it by the shorter way, and a passed Instant is one 32 767 events ahead",
    arguments: [
      (5, 5, 0, 0, false), (6, 5, 1, 1, false), (5, 6, 65_535, -1, true), (2, 0xFFFF, 3, 3, false),
      (0xFFFF, 2, 65_533, -3, true), (32_766, 0, 32_766, 32_766, false), (32_767, 0, 32_767, 32_767, true),
      (32_768, 0, 32_768, -32_768, true),
    ] as [(ConnEventCounter, ConnEventCounter, UInt16, Int16, Bool)])
  func order(
    instant: ConnEventCounter, counter: ConnEventCounter, since: UInt16, distance: Int16, isPassed: Bool
  ) {
    #expect(instant.events(since: counter) == since && instant.distance(from: counter) == distance)
    #expect(instant.isPassed(at: counter) == isPassed)
  }
}

@Suite("Lengths of data PDUs")
struct DataLengthTests {
  @Test(
    "are legal from 27 octets and 328 us to 251 octets and 17 040 us",
    arguments: [
      (27, 328, true), (26, 328, false), (27, 327, false), (251, 17_040, true), (252, 328, false),
      (27, 17_041, false),
    ])
  func isLegal(octets: UInt16, microseconds: UInt16, isLegal: Bool) {
    #expect(DataLength(octets: octets, microseconds: microseconds).isLegal == isLegal)
  }

  @Test("in use are what one end sends and the other receives, and no less than every device supports")
  func effective() {
    let own = DataLengths(
      tx: DataLength(octets: 251, microseconds: 400), rx: DataLength(octets: 60, microseconds: 592))
    let peer = DataLengths(tx: DataLength(octets: 0, microseconds: 9_000), rx: .onLE1M(octets: 100))
    let inUse = own.effective(with: peer)
    #expect(inUse.tx == DataLength(octets: 100, microseconds: 400) && inUse.tx.usableOctets == 36)
    #expect(inUse.rx == DataLength(octets: 27, microseconds: 592) && inUse.rx.usableOctets == 27)
    #expect(DataLength.greatestOnLE1M == DataLength(octets: 251, microseconds: 2_120))
  }
}

@Suite("Transmit powers")
struct TransmitPowerLevelTests {
  @Test("are -127 to 20 dBm; other octets are codes")
  func powers() {
    let powers = (Int8.min...Int8.max).filter { TransmitPowerLevel(rawValue: $0).isPower }
    #expect(powers == Array(-127...20))
    let defined = (Int8.min...Int8.max).filter { TransmitPowerLevel(rawValue: $0).isDefined }
    #expect(defined == powers + [126, 127])
    #expect([20, -127, .unknown, 0].sorted() == [-127, 0, 20, 127] as [TransmitPowerLevel])
  }
}

@Suite("Long term keys")
struct LongTermKeyTests {
  @Test("lose their most significant octets in a shorter encryption key")
  func shortened() {
    let key: LongTermKey = 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10
    #expect(key.shortened(to: 16) == key && key.shortened(to: 7) == 0x0A_0B0C_0D0E_0F10)
  }
}

@Suite("Numbers of two octets")
struct TwoOctetTests {
  @Test("have the least significant octet first")
  func order() {
    #expect(UInt16(octets: 0x34, 0x12) == 0x1234 && UInt16(octets: 0xFF, 0) == 255)
    #expect(UInt16(octets: 0, 0xFF) == 0xFF00 && UInt16(octets: 0xFF, 0xFF) == .max)
  }
}

@Suite("Device addresses")
struct DeviceAddressTests {
  @Test("have six octets, the least significant first, and are written the other way round")
  func octets() {
    let address = BDADDR(octets: [0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0])
    #expect(address == 0xC0FF_EE00_0001 && address.octets == [0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0])
    #expect(BDADDR(rawValue: 0xABCD_C0FF_EE00_0001) == address, "an address has 48 bits")
    #expect(address.reversed == 0x0100_00EE_FFC0)
    #expect("\(DeviceAddress(address, kind: .random))" == "C0:FF:EE:00:00:01")
  }

  @Test(
    "on the air are public or random, whatever HCI calls them",
    arguments: [
      (0, "public", 0), (1, "random", 1), (2, "public identity", 0), (3, "random identity", 1),
      (0xFE, "unresolved", 1), (0xFF, "anonymous", 1), (9, "9", 1),
    ] as [(DeviceAddress.Kind, String, DeviceAddress.Kind)])
  func kinds(kind: DeviceAddress.Kind, name: String, onAir: DeviceAddress.Kind) {
    #expect("\(kind)" == name && kind.isDefined == (kind != 9) && kind.isPublicOrRandom == (kind == onAir))
    #expect(DeviceAddress(7, kind: kind).asPublicOrRandom == DeviceAddress(7, kind: onAir))
  }

  @Test("say by their two highest bits what kind of random address they are")
  func randomKinds() {
    #expect(DeviceAddress(0xC000_0000_0000, kind: .random).isStatic)
    #expect(DeviceAddress(0x4000_0000_0000, kind: .random).isResolvable)
    let plain = DeviceAddress(0xC000_0000_0000, kind: .public)
    #expect(!plain.isStatic && !plain.isResolvable)
  }
}

@Suite("Sleep clocks")
struct SleepClockAccuracyTests {
  @Test("each class has the limit of the specification; CONNECT_IND carries 3 bits")
  func limits() {
    let limits = (0...8 as ClosedRange<UInt8>).map { SleepClockAccuracy(rawValue: $0).worstPpm }
    #expect(limits == [500, 250, 150, 100, 75, 50, 30, 20, 500])
    #expect("\(SleepClockAccuracy.upTo50Ppm)" == "5")
  }
}

@Suite("Received powers")
struct ReceivedPowerLevelTests {
  @Test(
    "are -127 to 20 dBm, or not available",
    arguments: [
      (-128, -128, false), (-127, -127, true), (20, 20, true), (21, 21, false), (127, nil, true),
    ] as [(Int8, Int?, Bool)])
  func powers(octet: Int8, dbm: Int?, isDefined: Bool) {
    let power = ReceivedPowerLevel(rawValue: octet)
    #expect(power.dbm == dbm && power.isDefined == isDefined)
  }

  @Test("are the nearest that there is, and are raised no further")
  func nearest() {
    #expect([-60.4, -300, 300].map { ReceivedPowerLevel(nearest: $0) } == [-60, -127, 20])
    #expect((ReceivedPowerLevel(rawValue: 15)).raised(byDecibels: 4) == 19)
    #expect((ReceivedPowerLevel(rawValue: 15)).raised(byDecibels: 9) == 20)
  }

  @Test("have a path whose gain is up to 128 dB either way, in steps of 0.1 dB")
  func compensation() {
    #expect(RFPathCompensation(rawValue: -15).decibels == -1.5)
    #expect(
      [-1281, -1280, 1280, 1281].map { RFPathCompensation(rawValue: $0).isLegal } == [
        false, true, true, false,
      ])
  }
}
