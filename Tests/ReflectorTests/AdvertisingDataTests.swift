import HostStack
import SimulationKernel
import Testing

@testable import Profiles
@testable import Reflector

@Suite("What an accessory advertises")
struct AdvertisingDataTests {
  @Test("has no Flags where the profile has none")
  func noFlags() throws {
    let data = try Example([("advertising.flags", "[]")]).profile().advertising.data(isBonded: false)
    #expect(data.advertising.flags == nil && data.advertising.serviceUUIDs == [.ranging])
  }

  @Test("has one list of services for each form of UUID")
  func mixedServices() throws {
    let long = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    let description = try Example([
      ("advertising.services", "[\(long), 0x185B]"), ("advertising.manufacturer_data", "\"01\""),
    ]).profile().advertising
    let data = description.data(isBonded: false).advertising
    #expect(data.structures.map(\.type).contains(.completeServiceUUIDs16))
    #expect(data.structures.map(\.type).contains(.completeServiceUUIDs128))
    #expect(data.serviceUUIDs == [.ranging, try #require(BluetoothUUID(long))])
  }

  @Test("keeps the services from bonded phones if the profile says so", arguments: [true, false])
  func bonded(keeps: Bool) throws {
    let description = try Example([("advertising.keeps_services_when_bonded", "\(keeps)")])
      .profile().advertising
    #expect(description.data(isBonded: false).advertising.serviceUUIDs == [.ranging])
    #expect(description.data(isBonded: true).advertising.serviceUUIDs == (keeps ? [.ranging] : []))
  }

  @Test("goes on in the scan response where there is no room, structure by structure")
  func overflow() throws {
    let name = "A name of twenty-seven octet"
    let data = try Example([("advertising.name", name)]).profile().advertising.data(isBonded: false)
    #expect(data.advertising.localName == nil && data.advertising.txPowerLevel == 0)
    #expect(data.scanResponse.localName == name && data.scanResponse.structures.count == 1)
  }

  @Test("fits where the profile was accepted, and is as long as the profile foretold")
  func lengths() {
    var random = RandomStreams(seed: 5).stream("advertising")
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    var accepted = 0
    for trial in 0..<2_000 {
      var description = AdvertisingDescription()
      description.flags = number(2) == 0 ? [] : [.generalDiscoverable]
      description.services = (0..<number(4)).map { .short(UInt16($0)) }
      if number(3) == 0 { description.services.append(.long(Array(repeating: 7, count: 16))) }
      description.companyID = number(2) == 0 ? nil : 0x59
      description.manufacturerData = Array(repeating: 1, count: number(27))
      description.txPowerDbm = number(2) == 0 ? nil : 4
      description.appearance = number(2) == 0 ? nil : 0x0240
      description.name = String(repeating: "n", count: number(30))
      description.keepsServicesWhenBonded = false
      guard description.requiredOctets <= 31 else { continue }
      let data = description.data(isBonded: false)
      #expect(data.scanResponse.encoded.count == description.scanResponseOctets, "trial \(trial)")
      #expect(data.advertising.encoded.count <= 31, "trial \(trial)")
      guard description.scanResponseOctets <= 31 else { continue }
      accepted += 1
      let bonded = description.data(isBonded: true)
      #expect(bonded.advertising.encoded.count <= 31 && bonded.scanResponse.encoded.count <= 31)
    }
    #expect(accepted > 200)
  }
}
