import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import HostStack
import LinkLayer
import Testing
import Wire

@Suite("What a recording shows of devices")
struct DeviceFactTests {
  /// What the capture of a session shows.
  private struct Shown: Sendable {
    var connections: [RecordedConnection]
    var links: [RecordedLink]
    var advertisers: [RecordedAdvertiser]
    var problems: [String]
  }

  /// A phone that reads the Ranging Service of an accessory, on the air and at both ends.
  private static let session = Result {
    let analyzer = try analyze(
      SessionCapture("nordic-nrf54l15-ras", phone: "android16", procedures: 2).octets)
    return Shown(
      connections: analyzer.connections, links: analyzer.links, advertisers: analyzer.advertisers,
      problems: analyzer.recordings[0].problems.map(\.text))
  }

  private static func analyze(_ octets: [UInt8]) throws -> RecordingAnalyzer {
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets), name: "file")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    return analyzer
  }

  private static func connection(_ interface: String) throws -> RecordedConnection {
    try #require(try session.get().connections.first { $0.interface == interface })
  }

  @Test("each event that opens a connection has its role, its interval and its peer", arguments: 0..<3)
  func openings(event: Int) throws {
    var connection = LEConnectionCompleteEvent()
    connection.connectionHandle = PhoneRecording.handle
    connection.peerAddress = DeviceAddress(0xC0FF_EE00_0002, kind: .random)
    connection.parameters.interval = 24
    var enhanced = LEEnhancedConnectionCompleteEvent()
    (enhanced.connection, enhanced.peerResolvablePrivateAddress) = (connection, 0x4012_3456_789A)
    var version2 = LEEnhancedConnectionCompleteV2Event()
    version2.enhanced = enhanced
    let events: [any HCIEvent] = [connection, enhanced, version2]
    var recording = PhoneRecording()
    recording.event(events[event])
    let found = try #require(try Self.analyze(recording.octets()).connections.first)
    #expect(found.role == .central && found.intervalMicroseconds == 30_000)
    let peer = event == 0 ? connection.peerAddress : DeviceAddress(0x4012_3456_789A, kind: .random)
    #expect(found.peer.address?.value == peer)
  }

  @Test("a feature that the host sets is one of its device, though it read the features before")
  func hostFeature() throws {
    func features(_ value: EnableState, _ status: ErrorCode, resets: Bool = false) throws -> FeaturePage0? {
      var recording = PhoneRecording()
      var read = LEReadLocalSupportedFeaturesCommand.Return()
      read.leFeatures = FeatureSet([.channelSounding]).page0
      recording.add(LEReadLocalSupportedFeaturesCommand.commandComplete(read), fromHost: false)
      recording.command(
        LESetHostFeatureCommand {
          $0.bitNumber = 47
          $0.bitValue = value
        })
      var answer = StatusReturn()
      answer.status = status
      recording.add(LESetHostFeatureCommand.commandComplete(answer), fromHost: false)
      if resets {
        recording.command(ResetCommand())
        recording.add(LEReadLocalSupportedFeaturesCommand.commandComplete(read), fromHost: false)
      }
      recording.connect(
        as: DeviceAddress(0xC0FF_EE00_0001, kind: .random),
        to: DeviceAddress(0xC0FF_EE00_0002, kind: .random))
      return try Self.analyze(recording.octets()).connections.first?.own.features?.value
    }
    #expect(try features(.enabled, .success) == FeaturePage0(rawValue: 3 << 46))
    #expect(try features(.disabled, .success) == FeaturePage0(rawValue: 1 << 46))
    #expect(try features(.enabled, .commandDisallowed) == FeaturePage0(rawValue: 1 << 46))
    #expect(try features(.enabled, .success, resets: true) == FeaturePage0(rawValue: 1 << 46))
  }

  @Test("a peripheral's host asks for connection parameters by a command; a central's host changes them")
  func parameterRequests() throws {
    func requests(_ role: LinkRole) throws -> [UInt16]? {
      var recording = PhoneRecording()
      recording.event(
        LEConnectionCompleteEvent {
          ($0.connectionHandle, $0.role) = (PhoneRecording.handle, LinkRoleNumber(role))
          $0.parameters.interval = 24
        })
      recording.command(
        LEConnectionUpdateCommand {
          $0.connectionHandle = PhoneRecording.handle
          ($0.parameters.intervalMin, $0.parameters.intervalMax) = (12, 36)
        })
      let connection = try Self.analyze(recording.octets()).connections.first
      return connection?.own.parameterRequests.map(\.value.intervalMax.rawValue)
    }
    #expect(try requests(.peripheral) == [36])
    #expect(try requests(.central) == [])
  }

  @Test("the antenna of CS_SYNC is one that the controller accepted")
  func syncAntennas() throws {
    func selection(_ status: ErrorCode) throws -> CSSyncAntennaSelection? {
      var recording = PhoneRecording()
      recording.connect(
        as: DeviceAddress(0xC0FF_EE00_0001, kind: .random),
        to: DeviceAddress(0xC0FF_EE00_0002, kind: .random))
      recording.command(
        LECSSetDefaultSettingsCommand {
          $0.connectionHandle = PhoneRecording.handle
          $0.csSyncAntennaSelection = .repetitive
        })
      var answer = ConnectionReturn()
      answer.status = status
      answer.connectionHandle = PhoneRecording.handle
      recording.add(LECSSetDefaultSettingsCommand.commandComplete(answer), fromHost: false)
      return try Self.analyze(recording.octets()).connections.first?.own.syncAntennas?.value
    }
    #expect(try selection(.success) == .repetitive)
    #expect(try selection(.unsupportedFeatureOrParameterValue) == nil)
  }

  @Test("the accounts of the air and of both ends are of one link, and each has the other's facts")
  func accounts() throws {
    let analyzer = try Self.session.get()
    #expect(analyzer.connections.map(\.link) == [0, 0, 0])
    #expect(Set(analyzer.connections.map(\.interface)) == ["ll", "hci-initiator", "hci-reflector"])
    #expect(analyzer.problems == [])
    let link = try #require(analyzer.links.first)
    #expect(analyzer.links.count == 1 && link.connections == [0, 1, 2])
    #expect(link.peripheral.address?.value.description == "C0:FF:EE:00:00:02")
    #expect(link.central.capabilities?.value.roles.contains(.initiator) == true)
    #expect(
      link.peripheral.capabilities?.value.tFCS
        == (try Self.connection("hci-initiator")).peer.capabilities?.value.tFCS)
  }

  @Test("the air tells what both ends say of themselves, with the frame")
  func air() throws {
    let air = try Self.connection("ll")
    #expect(air.isWhole && air.accessAddress != nil && air.isEncrypted && air.hiddenCount == 0)
    #expect(air.peer.capabilities != nil && air.own.capabilities != nil)
    #expect(air.peer.features?.value != nil && air.peer.dataLength != nil)
    let phone = try Self.connection("hci-initiator")
    // Whatever both tell is the same.
    #expect(air.peer.capabilities?.value == phone.peer.capabilities?.value)
    #expect(air.peer.features?.value == phone.peer.features?.value)
    #expect(air.configurations.map(\.value) == phone.configurations.map(\.value))
    let (one, other) = (try #require(air.schedule?.value), try #require(phone.schedule?.value))
    #expect(one.subeventLen == other.subeventLen && one.procedureInterval == other.procedureInterval)
    #expect(one.subeventsPerEvent == other.subeventsPerEvent && one.procedureCount == other.procedureCount)
    #expect(air.intervalMicroseconds == phone.intervalMicroseconds)
    #expect(air.phys?.value == phone.phys?.value)
  }

  @Test("the database that the phone discovered is told, on the air as over HCI")
  func database() throws {
    for interface in ["ll", "hci-initiator", "hci-reflector"] {
      let connection = try Self.connection(interface)
      let database = (connection.role == .central ? connection.peer : connection.own).database
      let service = try #require(database.service(.ranging), "\(interface)")
      #expect(service.isPrimary && service.frame > connection.firstFrame)
      let uuids = database.characteristics(of: service).map(\.uuid)
      #expect(uuids.contains(.rasFeatures) && uuids.contains(.realTimeRangingData))
      let features = try #require(database.characteristic(.rasFeatures))
      #expect(database.value(of: features.valueHandle)?.octets.count == 4)
      #expect(database.subscriptions.contains { $0.octets == [1, 0] || $0.octets == [2, 0] })
    }
  }

  @Test("all services are known only where a client asked for them without a gap from the first handle on")
  func servicesEnd() throws {
    func end(_ starts: [UInt16]) throws -> Int? {
      var recording = PhoneRecording()
      recording.connect(
        as: DeviceAddress(0xC0FF_EE00_0001, kind: .random),
        to: DeviceAddress(0xC0FF_EE00_0002, kind: .random))
      for start in starts {
        let request = ATTPDU.readByGroupTypeRequest(
          ATTTypedRange(HandleRange(start, 0xFFFF), type: .primaryService))
        let answer: ATTPDU =
          start == 1
          ? .readByGroupTypeResponse(ATTAttributeList(records: [[1, 0, 9, 0, 0, 0x18]]))
          : .errorResponse(
            ATTErrorResponse(requestOpcode: request.opcode, handle: start, errorCode: .attributeNotFound))
        recording.say(L2CAPFrame(.attribute, request.encoded()), fromHost: true)
        recording.say(L2CAPFrame(.attribute, answer.encoded()), fromHost: false)
      }
      return try Self.analyze(recording.octets()).connections.first?.peer.database.servicesEnd
    }
    #expect(try end([1, 10]) != nil)
    #expect(try end([10]) == nil)
    #expect(try end([1, 20]) == nil)
  }

  @Test(
    "services are absent only where all requests and answers are there",
    arguments: [("whole", true), ("answer to another", false), ("no request", false), ("no answer", false)])
  func missingAnswers(story: String, isAbsent: Bool) throws {
    var recording = PhoneRecording()
    recording.connect(
      as: DeviceAddress(0xC0FF_EE00_0001, kind: .random), to: DeviceAddress(0xC0FF_EE00_0002, kind: .random))
    func say(_ pdu: ATTPDU, fromHost: Bool) {
      recording.say(L2CAPFrame(.attribute, pdu.encoded()), fromHost: fromHost)
    }
    let value = ATTPDU.readResponse(ATTValue([1]))
    let request = ATTPDU.readByGroupTypeRequest(ATTTypedRange(.all, type: .primaryService))
    if story == "no request" { say(value, fromHost: false) }
    if story == "no answer" { say(.readRequest(ATTReadRequest(handle: 3)), fromHost: true) }
    say(request, fromHost: true)
    say(
      .errorResponse(
        ATTErrorResponse(
          requestOpcode: request.opcode, handle: story == "answer to another" ? 20 : 1,
          errorCode: .attributeNotFound)), fromHost: false)
    let database = try #require(try Self.analyze(recording.octets()).connections.first?.peer.database)
    #expect((database.servicesEnd != nil) == isAbsent)
  }

  @Test("pairing and the MTU are told of both ends")
  func pairing() throws {
    for interface in ["ll", "hci-initiator", "hci-reflector"] {
      let connection = try Self.connection(interface)
      #expect(connection.usesSecureConnections == true && connection.isBonding == true)
      #expect(connection.pairingFailure == nil)
      #expect((connection.own.receiveMTU?.value ?? 0) > 23 && (connection.peer.receiveMTU?.value ?? 0) > 23)
    }
  }

  @Test("data that a scanner truncated is none, since its end is unknown")
  func truncatedReports() throws {
    func data(status: AdvertisingDataStatus) throws -> Seen<AdvertisingData>? {
      var recording = PhoneRecording()
      recording.event(
        LEExtendedAdvertisingReportEvent {
          $0.reports = [
            .init {
              $0.eventType = .connectable
              $0.eventType.dataStatus = status
              $0.address = DeviceAddress(0xC0FF_EE00_0002, kind: .random)
              ($0.advertisingSID, $0.data) = (1, AdvertisingData([.localName("tag")]).encoded)
            }
          ]
        })
      return try #require(try Self.analyze(recording.octets()).advertisers.first).data
    }
    #expect(try data(status: .complete)?.value.localName == "tag")
    #expect(try data(status: .truncated) == nil)
  }

  @Test("advertising is told by the air, by reports and by commands")
  func advertising() throws {
    let advertisers = try Self.session.get().advertisers
    #expect(Set(advertisers.map(\.shownBy)) == [.air, .reports, .commands])
    for advertiser in advertisers {
      #expect(advertiser.data?.value.localName == "Nordic CS Reflector", "\(advertiser.shownBy)")
      #expect(advertiser.data?.value.serviceUUIDs == [.ranging])
      #expect(advertiser.properties == [.legacy, .connectable, .scannable])
    }
    let told = try #require(advertisers.first { $0.shownBy == .commands })
    #expect(told.intervalMicroseconds == 100_000)
  }
}

@Suite("Advertising of the air")
struct AirAdvertisingTests {
  /// Events of an advertiser on three channels, each a little later than the interval says.
  private static func capture(interval: Int, delays: [Int]) throws -> [UInt8] {
    let log = CaptureLog()
    var start = 0
    let address = DeviceAddress(0xC0FF_EE00_0002, kind: .random)
    let data = AdvertisingData([.flags([.generalDiscoverable]), .localName("tag")])
    let pdu = AdvertisingPDU.advInd(
      LinkLayer.AdvertisingFlags(sender: address.kind), AdvInd(advA: address.bdAddr, advData: data.encoded))
    for delay in delays {
      start += interval + delay
      for (place, channel) in [UInt8(0), 12, 39].enumerated() {
        _ = log.append(
          LinkFrame(
            time: Instant.start + .microseconds(start + 1000 * place), rfChannel: channel,
            accessAddress: .advertising, pdu: pdu.encoded, crc: [0, 0, 0],
            direction: .advertising))
      }
    }
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return sink.octets
  }

  @Test("the interval is no longer than the least gap, and no shorter than the random delay allows")
  func interval() throws {
    let octets = try Self.capture(interval: 152_500, delays: [0, 9000, 300, 4000, 2500])
    let analyzer = RecordingAnalyzer([.init(try RecordingReader(octets: octets), name: "f")], estimators: [])
    #expect(try analyzer.nextProcedure() == nil)
    let advertiser = try #require(analyzer.advertisers.first)
    #expect(analyzer.advertisers.count == 1 && advertiser.count == 15)
    #expect(advertiser.leastGapMicroseconds == 152_800 && advertiser.gapCount == 12)
    #expect(advertiser.intervalMicroseconds == 152_500)
    #expect(advertiser.data?.value.localName == "tag" && advertiser.data?.frame == 1)
  }
}
