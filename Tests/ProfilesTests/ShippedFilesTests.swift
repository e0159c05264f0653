import ChannelSounding
import CoreTypes
import Documents
import Faults
import Testing

@testable import Profiles

@Suite("The files that the project ships")
struct ShippedFilesTests {
  @Test("accessories load, with a source for each value", arguments: Fixture.shipped("accessories"))
  func accessories(file: String) throws {
    let profile = try AccessoryProfile.read(file: file, load: Fixture.load)
    #expect(profile.faults.isEmpty && profile.notices.isEmpty)
    #expect(profile.declarations.contains { $0.source != .assumed })
  }

  @Test("there are four real chipsets or more, and the accessories that show faults")
  func counts() {
    let accessories = Fixture.shipped("accessories")
    #expect(accessories.count >= 4)
    #expect(
      Set(Fault.allCases.map { "Profiles/accessories/\($0.shownIn).yaml" }).isSubset(of: accessories))
  }

  @Test("phones load", arguments: Fixture.shipped("phones"))
  func phones(file: String) throws {
    let phone = try PhoneProfile.read(file: file, load: Fixture.load)
    #expect(file == "Profiles/phones/\(phone.id).yaml")
    #expect(phone.match.services == [.ranging])
    #expect(phone.configuration.mainMode == (phone.id == "secure-mode-3" ? 3 : 2))
  }

  @Test("the iPhone asks for inline PCT; Android reads the Ranging Service")
  func phoneValues() throws {
    let iPhone = try PhoneProfile.read(file: "Profiles/phones/iphone-ios27.yaml", load: Fixture.load)
    #expect(iPhone.asksForInlinePCT && !iPhone.readsRangingService)
    #expect(iPhone.connection.interval == 48 && iPhone.connection.supervisionTimeout == 200)
    let android = try PhoneProfile.read(file: "Profiles/phones/android16.yaml", load: Fixture.load)
    #expect(!android.asksForInlinePCT && android.readsRangingService)
    #expect(android.procedures.maxProcedureLen == 0x2710 && android.configuration.mode0Steps == 3)
    #expect(android.procedures.minProcedureInterval == 5 && android.procedures.maxProcedureInterval == 0xFF)
    let modeThree = try PhoneProfile.read(file: "Profiles/phones/secure-mode-3.yaml", load: Fixture.load)
    #expect(modeThree.procedures.maxProcedureInterval == 5 && !modeThree.takesMostAntennaPaths)
    #expect(android.takesMostAntennaPaths && !iPhone.takesMostAntennaPaths)
    #expect(android.procedures.minSubeventLen == 1250 && android.procedures.maxSubeventLen == 2_000_000)
  }

  @Test("environments load", arguments: Fixture.shipped("environments"))
  func environments(file: String) throws {
    let environment = try EnvironmentPreset.read(file: file, load: Fixture.load)
    #expect(file == "Profiles/environments/\(environment.id).yaml")
    #expect(environment.pathLossExponent > 1)
  }
}
