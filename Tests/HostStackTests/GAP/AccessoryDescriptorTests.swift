import Testing

@testable import HostStack

@Suite struct AccessoryDescriptorTests {
  private static let data = AdvertisingData([
    .flags([.generalDiscoverable]), .serviceUUIDs([.ranging]), .localName("Nordic_CS_Reflector"),
    .manufacturerData(company: 0x0059, [0xA1, 0xB2, 0xC3]), .serviceData(.ranging, [0x10, 0x20]),
  ])

  private static func masked(_ octets: [UInt8], _ mask: [UInt8]) -> AccessoryDescriptor.MaskedData {
    AccessoryDescriptor.MaskedData(octets: octets, mask: mask)
  }

  private static let cases: [(AccessoryDescriptor, AccessoryMatch)] = [
    (AccessoryDescriptor(), .failed(.identity)),
    (AccessoryDescriptor(nameSubstring: "Nordic"), .failed(.identity)),
    (AccessoryDescriptor(serviceUUID: .ranging), .matched),
    (AccessoryDescriptor(serviceUUID: .genericAccess), .failed(.serviceUUID)),
    (AccessoryDescriptor(companyIdentifier: 0x0059), .matched),
    (AccessoryDescriptor(companyIdentifier: 0x004C), .failed(.companyIdentifier)),
    (AccessoryDescriptor(serviceUUID: .ranging, companyIdentifier: 0x004C), .failed(.companyIdentifier)),
    (AccessoryDescriptor(serviceUUID: .ranging, nameSubstring: "CS_Ref"), .matched),
    (AccessoryDescriptor(serviceUUID: .ranging, nameSubstring: "cs_ref"), .failed(.nameSubstring)),
    (
      AccessoryDescriptor(companyIdentifier: 0x0059, manufacturerData: masked([0xA1, 0xBF], [0xFF, 0xF0])),
      .matched
    ),
    (
      AccessoryDescriptor(companyIdentifier: 0x0059, manufacturerData: masked([0xA1, 0xBF], [0xFF, 0xFF])),
      .failed(.manufacturerData)
    ),
    (
      AccessoryDescriptor(
        companyIdentifier: 0x0059, manufacturerData: masked([0, 0, 0, 0], [0, 0, 0, 0])),
      .failed(.manufacturerData)
    ),
    (AccessoryDescriptor(serviceUUID: .ranging, serviceData: masked([0x10], [0xFF])), .matched),
    (AccessoryDescriptor(serviceUUID: .ranging, serviceData: masked([0x11], [0xFF])), .failed(.serviceData)),
  ]

  @Test("the first clause that fails is named", arguments: cases.indices)
  func firstClause(index: Int) {
    #expect(Self.cases[index].0.match(Self.data) == Self.cases[index].1)
  }

  @Test("a scan response may carry the rest")
  func scanResponse() {
    let advertisement = AdvertisingData([.flags([.generalDiscoverable]), .serviceUUIDs([.ranging])])
    let descriptor = AccessoryDescriptor(serviceUUID: .ranging, nameSubstring: "CS")
    #expect(descriptor.match(advertisement) == .failed(.nameSubstring))
    let both = advertisement.merged(with: AdvertisingData([.localName("CS")]))
    #expect(descriptor.match(both) == .matched)
  }

  @Test("a scan response may have what refines a descriptor, and not the service")
  func refinementInScanResponse() {
    let service = AdvertisingData([.serviceUUIDs([.ranging])])
    let name = AdvertisingData([.localName("Reflector")])
    let sought = AccessoryDescriptor(serviceUUID: .ranging, nameSubstring: "Reflector")
    #expect(sought.match(service, scanResponse: name) == .matched)
    #expect(sought.match(service, scanResponse: AdvertisingData()) == .failed(.nameSubstring))
    #expect(sought.match(name, scanResponse: service) == .failed(.serviceUUID))
  }
}
