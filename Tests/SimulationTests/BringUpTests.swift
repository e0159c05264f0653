import Capture
import ChannelSounding
import CoreTypes
import HCI
import HostStack
import Initiator
import ProcedureRanging
import Profiles
import TestSupport
import Testing
import VirtualController

@testable import ConformanceTester

@Suite("From advertising to ranging")
struct BringUpTests {
  static func bed(_ name: String, seed: UInt64 = 1, log: CaptureLog = CaptureLog()) throws -> TestBed {
    TestBed(try Shipped.request(name), seed: seed, log: log)
  }

  @Test("an accessory is found, paired and ranged with")
  func bringUp() throws {
    let log = CaptureLog()
    let bed = try Self.bed("nordic-nrf54l15-ipt", log: log)
    let phone = bed.initiator
    try phone.powerOn()
    let found = try #require(
      try phone.discover([AccessoryDescriptor(serviceUUID: BluetoothUUID(0x185B))]))
    #expect(found.match == .matched)
    try phone.connect(to: found.address, ConnectionParameterRange(interval: 24, timeout: 200))
    let version = try phone.readRemoteVersion()
    #expect(version.version == .v6_3)
    let features = try phone.readRemoteFeatures()
    #expect(features[.channelSoundingHostSupport])
    #expect(features[.channelSoundingEnhancement1])
    try phone.extendDataLength()
    try phone.run { $0.use2MPHY() }
    _ = try phone.pair()
    let capabilities = try phone.exchangeCapabilities()
    #expect(capabilities.subfeatures.contains(.inlinePCT))
    try phone.run { $0.enableInitiatorRole() }
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    bed.phoneController.offer { $0.tFCS = [TFCS(microseconds: 100)] }
    let agreed = try phone.configure(configuration)
    #expect(agreed.tFCS.microseconds == 100)
    try phone.startCSSecurity()
    var parameters = CSProcedureParameters()
    parameters.maxProcedureInterval = 10
    parameters.minProcedureInterval = 10
    parameters.maxSubeventLen = 20_000
    _ = try phone.startProcedures(parameters)
    try phone.waitForProcedures(3, within: .seconds(10))
    #expect(phone.procedures.count == 3)
    for procedure in phone.procedures {
      #expect(procedure.done == .complete)
      let steps = procedure.subevents.map(\.stepOffsets.count).reduce(0, +)
      #expect(steps >= 75)
    }
    try phone.stopProcedures(configID: 0)
    try phone.disconnect()
  }
}
