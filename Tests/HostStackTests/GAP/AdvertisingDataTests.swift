import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct AdvertisingDataTests {
  /// The advertisement of Nordic's reflector sample: flags, the Ranging Service, the name.
  private static let nordic = AdvertisingData([
    .flags([.generalDiscoverable, .brEdrNotSupported]), .serviceUUIDs([.ranging]), .localName("IPT"),
  ])

  @Test func theBuilderLaysOutLengthTypeAndData() {
    #expect(Self.nordic.encoded == [UInt8].of("020106 03035b18 0409495054"))
    #expect(Self.nordic.encoded.count <= AdvertisingData.legacyLimit)
    let rest = AdvertisingData([
      .txPowerLevel(dBm: -8), .manufacturerData(company: 0x0059, [1, 2]), .serviceData(.ranging, [3]),
      .localName("I", isComplete: false), .serviceUUIDs([.ranging], isComplete: false),
    ])
    #expect(rest.encoded == [UInt8].of("020af8 05ff59000102 04165b1803 020849 03025b18"))
  }

  @Test func theParserGivesBackWhatWasBuilt() {
    let data = AdvertisingData(parsing: Self.nordic.encoded)
    #expect(data == Self.nordic)
    #expect(data.flags == [.generalDiscoverable, .brEdrNotSupported])
    #expect(data.serviceUUIDs == [.ranging])
    #expect(data.localName == "IPT")
    #expect(data.txPowerLevel == nil)
    #expect(data.isWellFormed)
  }

  @Test func longUUIDsAreFoundInListsAndInServiceData() throws {
    let uuid = try #require(BluetoothUUID("48FE3E40-0817-4BB2-8633-3073689C2DBA"))
    let data = AdvertisingData(
      parsing: AdvertisingData([.serviceUUIDs([uuid]), .serviceData(uuid, [9])]).encoded)
    #expect(data.structures.map(\.type) == [.completeServiceUUIDs128, .serviceData128])
    #expect(data.serviceUUIDs == [uuid])
    #expect(data.serviceData.map(\.uuid) == [uuid])
    #expect(data.serviceData.map(\.data) == [[9]])
  }

  /// The layout of an iBeacon, as PureSwift's Bluetooth library builds it.
  @Test func anIBeaconIsManufacturerDataOfTwentyThreeOctets() {
    let beacon = [UInt8].of("020106 1aff4c000215 00112233445566778899aabbccddeeff 0001 0002 c5")
    let data = AdvertisingData(parsing: beacon)
    #expect(data.manufacturerData.map(\.company) == [0x004C])
    #expect(data.manufacturerData.map(\.data.count) == [23])
    #expect(data.encoded == beacon)
  }

  @Test func paddingEndsTheDataAndACutStructureIsKept() {
    let padded = AdvertisingData(parsing: .of("020106 0000"))
    #expect(padded.structures.count == 1 && padded.isWellFormed)
    #expect(padded.remainder == [0, 0])
    let cut = AdvertisingData(parsing: .of("020106 0509"))
    #expect(cut.structures.count == 1 && !cut.isWellFormed)
    #expect(cut.encoded == [UInt8].of("0201060509"))
  }

  @Test func anyOctetsAreParsedAndComeBack() {
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
