import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct AdvertisingDataTests {
  /// The advertisement of Nordic's reflector sample: flags, the Ranging Service, the name.
  private static let nordic = AdvertisingData([
    .flags([.generalDiscoverable, .brEdrNotSupported]), .serviceUUIDs([.ranging]), .localName("IPT"),
  ])

  @Test("the builder lays out length, type and data")
  func builderLays() {
    #expect(Self.nordic.encoded == [UInt8].of("020106 03035b18 0409495054"))
    #expect(Self.nordic.encoded.count <= AdvertisingData.legacyLimit)
    let rest = AdvertisingData([
      .txPowerLevel(dBm: -8), .manufacturerData(company: 0x0059, [1, 2]), .serviceData(.ranging, [3]),
      .localName("I", isComplete: false), .serviceUUIDs([.ranging], isComplete: false),
    ])
    #expect(rest.encoded == [UInt8].of("020af8 05ff59000102 04165b1803 020849 03025b18"))
  }

  @Test("the parser gives back what was built")
  func parserBack() {
    let data = AdvertisingData(parsing: Self.nordic.encoded)
    #expect(data == Self.nordic)
    #expect(data.flags == [.generalDiscoverable, .brEdrNotSupported])
    #expect(data.serviceUUIDs == [.ranging])
    #expect(data.localName == "IPT")
    #expect(data.txPowerLevel == nil)
    #expect(data.isWellFormed)
  }

  @Test("long UUIDs are found in lists and in service data")
  func longUUIDs() throws {
    let uuid = try #require(BluetoothUUID("48FE3E40-0817-4BB2-8633-3073689C2DBA"))
    let data = AdvertisingData(
      parsing: AdvertisingData([.serviceUUIDs([uuid]), .serviceData(uuid, [9])]).encoded)
    #expect(data.structures.map(\.type) == [.completeServiceUUIDs128, .serviceData128])
    #expect(data.serviceUUIDs == [uuid])
    #expect(data.serviceData.map(\.uuid) == [uuid])
    #expect(data.serviceData.map(\.data) == [[9]])
  }

  /// The layout of an iBeacon, as PureSwift's Bluetooth library builds it.
  @Test("an iBeacon is manufacturer data of 23 octets")
  func iBeaconManufacturer() {
    let beacon = [UInt8].of("020106 1aff4c000215 00112233445566778899aabbccddeeff 0001 0002 c5")
    let data = AdvertisingData(parsing: beacon)
    #expect(data.manufacturerData.map(\.company) == [0x004C])
    #expect(data.manufacturerData.map(\.data.count) == [23])
    #expect(data.encoded == beacon)
  }

  @Test("padding ends the data and a cut structure is kept")
  func paddingData() {
    let padded = AdvertisingData(parsing: .of("020106 0000"))
    #expect(padded.structures.count == 1 && padded.isWellFormed)
    #expect(padded.remainder == [0, 0])
    let cut = AdvertisingData(parsing: .of("020106 0509"))
    #expect(cut.structures.count == 1 && !cut.isWellFormed)
    #expect(cut.encoded == [UInt8].of("0201060509"))
  }

  @Test("any octets are parsed and come back")
  func octetsParsed() {
    var random = RandomStream(seed: 2)
    for round in 0..<20_000 {
      var octets = random.octets(Int.random(in: 0...40, using: &random))
      if round % 2 == 0 { for i in octets.indices { octets[i] %= 12 } }
      let data = AdvertisingData(parsing: octets)
      #expect(data.encoded == octets)
      _ = (data.flags, data.serviceUUIDs, data.localName, data.txPowerLevel)
      _ = (data.manufacturerData.count, data.serviceData.count)
    }
  }
}
