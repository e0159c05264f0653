import Foundation
import Testing

@testable import Documents
@testable import Profiles

@Suite("An accessory's own services")
struct ServiceTests {
  @Test("both forms of an assigned UUID are equal, and of another UUID none")
  func formsOfUUID() throws {
    let long = try #require(AttributeUUID(text: "0000185b-0000-1000-8000-00805f9b34fb"))
    let other = try #require(AttributeUUID(text: "0001185B-0000-1000-8000-00805F9B34FB"))
    #expect(long == .ranging && Set([long, .ranging]).count == 1)
    #expect(other != .ranging)
  }

  /// The least profile with services; the list begins on line 24.
  static func least(_ services: String) -> String {
    Fixture.least.replacing("security: assumed }", with: "security: assumed, gatt: assumed }")
      + "gatt:\n  services:\n" + services
  }

  /// The same with one characteristic of these keys, which begin on line 26 at column 11.
  static func least(characteristic keys: String) -> String {
    least("    - uuid: 0x180F\n      characteristics:\n        - { \(keys) }\n")
  }

  static let all = """
        - uuid: 8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE
          characteristics:
            - uuid: 8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE
              properties: [notify, read]
              description: "Temperature: 0.1 \\"degrees\\""
              behaviour: ramp
              interval_ms: 500
              from: 240
              to: -180
              step: 5
            - { uuid: 0x2A1A, properties: [indicate], behaviour: counter, interval_ms: 10 }
            - { uuid: 0x2A1B, properties: [write, notify], security: encrypted, behaviour: echo, value: "00FF" }
            - { uuid: 0x2A1C, properties: [write-without-response], security: authenticated, behaviour: sink }
        - uuid: 0x180F
          characteristics: [{ uuid: 0x2A19, properties: [read], value: "64" }]

    """

  @Test("are read with all their keys")
  func reading() throws {
    let services = try Fixture.profile(Self.least(Self.all)).gatt.services
    #expect(services.map(\.uuid.description) == ["8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE", "0x180F"])
    let (own, battery) = (services[0].characteristics, services[1].characteristics)
    var ramp = CharacteristicDescription()
    ramp.uuid = try #require(AttributeUUID(text: "8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE"))
    ramp.properties = [.read, .notify]
    ramp.summary = "Temperature: 0.1 \"degrees\""
    (ramp.behaviour, ramp.intervalMilliseconds) = (.ramp, 500)
    (ramp.rampStart, ramp.rampEnd, ramp.rampStep) = (240, -180, 5)
    #expect(own[0] == ramp)
    #expect(own.map(\.behaviour) == [.ramp, .counter, .echo, .sink])
    #expect(own.map(\.security) == [.open, .open, .encrypted, .authenticated])
    #expect(own.map(\.properties.rawValue) == [0x12, 0x20, 0x18, 0x04])
    #expect(own[1].intervalMilliseconds == 10 && own[2].value == [0, 0xFF])
    var level = CharacteristicDescription()
    (level.uuid, level.properties, level.value) = (.short(0x2A19), .read, [0x64])
    #expect(battery == [level])
  }

  @Test("and a beacon are written as they are read")
  func writing() throws {
    let beacon = """
      services: []
        connectable: false
        beacon: { uuid: 1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE, major: 1, minor: 65535, measured_power_dbm: -60 }
      """
    let text = Self.least(Self.all).replacing("services: [0x185B]", with: beacon)
    let profile = try Fixture.profile(text)
    let written = ProfileDraftTests.draft(profile).text
    let read = try Fixture.profile(written)
    #expect(read.gatt == profile.gatt && read.advertising == profile.advertising)
    #expect(read.advertising.beacon?.minor == 65535 && !read.advertising.isConnectable)
    #expect(
      written.contains(
        "{uuid: 0x2A1A, properties: [indicate], security: open, behaviour: counter, interval_ms: 10}"))
  }

  @Test("are left out of a file where there are none, like a beacon")
  func absence() throws {
    let written = ProfileDraftTests.draft(try Fixture.profile(Fixture.least)).text
    #expect(!written.contains("beacon") && written.ranges(of: " services:").count == 1)
    #expect(written.contains("  connectable: true\n"))
  }

  @Test("are declared values, with their source")
  func source() throws {
    let profile = try Fixture.profile(Self.least(Self.all))
    #expect(profile.declaration(of: "gatt.services")?.source == .assumed)
    #expect(profile.declaration(of: "gatt.services")?.items?.count == 2)
  }

  @Test("are refused with place, finding, expectation and fix where a value is not what its key takes")
  func shapes() {
    for (keys, message) in [
      (
        "properties: [read]",
        "p.yaml:26:11: gatt.services.characteristics: found no key 'uuid', expected it here. Add 'uuid: 0x2A19'."
      ),
      (
        "uuid: 0x2A19",
        "p.yaml:26:11: gatt.services.characteristics: found no key 'properties', expected it here. Add 'properties: [read, notify]'."
      ),
      (
        "uuid: 2A19, properties: [read]",
        "p.yaml:26:19: gatt.services.characteristics.uuid: found '2A19', expected a characteristic UUID as 0x2A19 or 6E400002-B5A3-F393-E0A9-E50E24DCCA9E. Correct the text."
      ),
      (
        "uuid: 0x2A19, propertys: [read]",
        "p.yaml:26:27: gatt.services.characteristics: found unknown key 'propertys', expected one of uuid, properties, security, value, description, behaviour, interval_ms, from, to, step. Did you mean 'properties'?"
      ),
      (
        "uuid: 0x2A19, properties: [red]",
        "p.yaml:26:40: gatt.services.characteristics.properties: found 'red', expected one of read, write, write-without-response, notify, indicate. Did you mean 'read'?"
      ),
      (
        "uuid: 0x2A19, properties: [read], behaviour: counter, interval_ms: 1 s",
        "p.yaml:26:80: gatt.services.characteristics.interval_ms: found '1 s', expected a whole number from 10 to 60000 milliseconds as a bare number. Write 1000."
      ),
      (
        "uuid: 0x2A19, properties: [read], value: 640",
        "p.yaml:26:54: gatt.services.characteristics.value: found '640', expected hex digits, two per octet, 1 to 512 octets. Correct the text."
      ),
    ] {
      #expect(Fixture.refusal(Self.least(characteristic: keys)) == message)
    }
    #expect(
      Fixture.refusal(Self.least("    - { uuid: 0x180F, characteristics: [] }\n"))
        == "p.yaml:24:40: gatt.services.characteristics: found 0 items, expected 1 to 16 items. Correct the number."
    )
    let nine = String(
      repeating: "    - { uuid: 0x180F, characteristics: [{ uuid: 0x2A19, properties: [read] }] }\n", count: 9
    )
    #expect(
      Fixture.refusal(Self.least(nine))
        == "p.yaml:24:5: gatt.services: found 9 items, expected 0 to 8 items. Correct the number.")
  }

  static let properties = "p.yaml:26:39: gatt.services.characteristics.properties: found no"

  @Test(
    "have what their behaviour needs, and nothing that it has no use for",
    arguments: [
      (
        "properties: [write], behaviour: counter",
        "\(properties) read or notify or indicate, expected one because behaviour is counter (see line 26). Add read, or change behaviour."
      ),
      (
        "properties: [write], behaviour: ramp",
        "\(properties) read or notify or indicate, expected one because behaviour is ramp (see line 26). Add read, or change behaviour."
      ),
      (
        "properties: [read, notify], behaviour: echo",
        "\(properties) write or write-without-response, expected one because behaviour is echo (see line 26). Add write, or change behaviour."
      ),
      (
        "properties: [write, read], behaviour: echo",
        "\(properties) notify or indicate, expected one because behaviour is echo (see line 26). Add notify, or change behaviour."
      ),
      (
        "properties: [read], behaviour: sink",
        "\(properties) write or write-without-response, expected one because behaviour is sink (see line 26). Add write, or change behaviour."
      ),
      (
        "properties: [read], interval_ms: 100",
        "p.yaml:26:60: gatt.services.characteristics.interval_ms: found a value, expected none because behaviour is constant. Remove it, or change behaviour."
      ),
      (
        "properties: [read], from: 100, behaviour: counter",
        "p.yaml:26:53: gatt.services.characteristics.from: found a value, expected none because behaviour is counter (see line 26). Remove it, or change behaviour."
      ),
      (
        "properties: [read], value: 00, behaviour: ramp",
        "p.yaml:26:54: gatt.services.characteristics.value: found a value, expected none because behaviour is ramp (see line 26). Remove it, or change behaviour."
      ),
      (
        "properties: [write], value: 00, behaviour: sink",
        "p.yaml:26:55: gatt.services.characteristics.value: found a value, expected none because behaviour is sink (see line 26). Remove it, or change behaviour."
      ),
    ])
  func behaviours(keys: String, message: String) {
    #expect(Fixture.refusal(Self.least(characteristic: "uuid: 0x2A19, \(keys)")) == message)
  }

  @Test("have characteristics that a client can distinguish")
  func uuids() {
    let twice = """
          - uuid: 0x180F
            characteristics:
              - { uuid: 0x2A19, properties: [read] }
              - { uuid: 00002A19-0000-1000-8000-00805F9B34FB, properties: [read] }

      """
    #expect(
      Fixture.refusal(Self.least(twice))
        == "p.yaml:27:19: gatt.services.characteristics.uuid: found 00002A19-0000-1000-8000-00805F9B34FB twice in a service, expected each characteristic once (see line 26). Write another UUID."
    )
    #expect(
      Fixture.refusal(Self.least(characteristic: "uuid: 0x2902, properties: [read]"))
        == "p.yaml:26:19: gatt.services.characteristics.uuid: found 0x2902, expected a characteristic because that is a declaration or a descriptor (see line 26). Write another UUID."
    )
  }

  @Test(
    "are none that other keys describe",
    arguments: [
      ("0x1800", "the accessory has Generic Access anyway"),
      ("0x1801", "the accessory has Generic Attribute anyway"),
      ("0x185B", "ranging_service stands for the Ranging Service"),
      ("0000185B-0000-1000-8000-00805F9B34FB", "ranging_service stands for the Ranging Service"),
    ])
  func taken(uuid: String, reason: String) {
    let text = Self.least(characteristic: "uuid: 0x2A19, properties: [read]").replacing("0x180F", with: uuid)
    #expect(
      Fixture.refusal(text)
        == "p.yaml:24:13: gatt.services.uuid: found \(uuid), expected another service because \(reason). Remove the service."
    )
  }

  @Test(
    "may have UUIDs that only look like an assigned number",
    arguments: ["0000185B-B5A3-F393-E0A9-E50E24DCCA9E", "0001185B-0000-1000-8000-00805F9B34FB"])
  func similar(uuid: String) throws {
    let text = Self.least(characteristic: "uuid: 0x2A19, properties: [read]").replacing("0x180F", with: uuid)
    #expect(try Fixture.profile(text).gatt.services.first?.uuid.description == uuid)
  }

  @Test("have their keys in the JSON Schema, list by list")
  func schema() throws {
    func object(_ value: Any?, _ key: String) throws -> [String: Any] {
      let below = try #require((value as? [String: Any])?["properties"] as? [String: Any])
      return try #require(below[key] as? [String: Any])
    }
    let root = try JSONSerialization.jsonObject(with: Data(ProfileSchema.json.utf8))
    let services = try object(try object(root, "gatt"), "services")
    #expect(services["maxItems"] as? Int == 8 && services["uniqueItems"] == nil)
    let service = try #require(services["items"] as? [String: Any])
    #expect(service["required"] as? [String] == ["uuid", "characteristics"])
    let characteristics = try object(service, "characteristics")
    #expect(characteristics["minItems"] as? Int == 1)
    let characteristic = try #require(characteristics["items"] as? [String: Any])
    #expect(characteristic["additionalProperties"] as? Bool == false)
    #expect(try object(characteristic, "interval_ms")["maximum"] as? Int == 60_000)
  }
}

@Suite("Channels of the accessory's own")
struct ChannelDescriptionTests {
  @Test("echo in SDUs of 512 octets unless the profile says otherwise")
  func defaults() throws {
    let text =
      Fixture.least + "l2cap_channels: [{ spsm: 0x80 }, { spsm: 0x81, behaviour: sink, credits: 1 }]\n"
    let channels = try Fixture.profile(text).channels
    #expect(channels.map(\.spsm) == [0x80, 0x81] && channels.map(\.behaviour) == [.echo, .sink])
    #expect(channels.map(\.credits) == [10, 1] && channels.map(\.mtuOctets) == [512, 512])
  }

  @Test("are distinguished by their SPSMs")
  func twice() {
    let text = Fixture.least + "l2cap_channels: [{ spsm: 0x81 }, { spsm: 0x80 }, { spsm: 0x81 }]\n"
    #expect(
      Fixture.refusal(text).contains(
        "l2cap_channels.spsm: found 0x81 twice, expected each channel once"))
  }
}

@Suite("A beacon")
struct BeaconTests {
  private static let beacon = "beacon: { uuid: 1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE, major: 1, minor: 2 }"

  @Test(
    "is the only manufacturer data, and has room beside Flags",
    arguments: [
      (
        "services: []\n  company_id: 1\n",
        "p.yaml:19:15: advertising.company_id: found a value beside a beacon, expected one of both because a beacon is manufacturer data (see line 20). Remove it, or remove beacon."
      ),
      (
        "services: []\n  manufacturer_data: \"01\"\n",
        "p.yaml:19:22: advertising.manufacturer_data: found a value beside a beacon, expected one of both because a beacon is manufacturer data (see line 20). Remove it, or remove beacon."
      ),
      (
        "services: [0x185B]\n",
        "p.yaml:18:13: advertising.services: found 34 octets of flags, services and a beacon, expected at most 31 (see line 19). Advertise fewer services."
      ),
      ("flags: []\n  services: [0x185B]\n", ""),
      ("services: []\n  name: A name of 29 octets, no less!\n", ""),
    ])
  func contradictions(keys: String, message: String) {
    #expect(Fixture.refusal(Fixture.least("services: [0x185B]\n", keys + "  \(Self.beacon)\n")) == message)
  }

  @Test("has a UUID in full, and both numbers")
  func shape() {
    let text = Fixture.least("services: [0x185B]\n", "services: []\n  beacon: { uuid: 0x185B, major: 1 }\n")
    #expect(
      Fixture.refusal(text)
        == "p.yaml:19:19: advertising.beacon.uuid: found '0x185B', expected a UUID as 1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE. Correct the text."
    )
    #expect(
      Fixture.refusal(text.replacing("0x185B", with: "1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE"))
        == "p.yaml:19:11: advertising.beacon: found no key 'minor', expected it here. Add 'minor: 2'.")
  }

  @Test(
    "is shown by the template behind comment signs, like services: the template has other manufacturer data")
  func template() {
    let text = ProfileTemplate.text(vendor: "A", chipset: "B")
    #expect(text.contains("\n  # beacon:\n  #   uuid: 1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE  # The UUID"))
    #expect(text.contains("\n  # services: [{uuid: 0x180F, characteristics: [{"))
    #expect(text.contains("\n  # company_id: ") && text.contains("\n  services: [0x185B]  #"))
  }
}
