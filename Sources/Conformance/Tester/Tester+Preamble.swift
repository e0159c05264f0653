internal import AccessoryProfile
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import VirtualController

/// The ways to the point of a test case: found, connected, secured, configured, ranging.
extension Tester {
  /// What the phone looks for.
  var descriptor: AccessoryDescriptor {
    let match = request.phone.match
    return AccessoryDescriptor(
      serviceUUID: match.services.first.flatMap { BluetoothUUID(octets: $0.octets) },
      companyIdentifier: match.companyID,
      nameSubstring: match.nameContains.isEmpty ? nil : match.nameContains)
  }

  /// Finds the accessory, by its advertising data if that matches, else whatever it advertises.
  func find() throws(TesterStop) -> Discovery {
    let found = try prepare("scanning") { () throws(InitiatorError) in
      try phone.discover(descriptor, within: .seconds(3))
    }
    guard let found else { throw .inconclusive("nothing advertises that can be connected to") }
    return found
  }

  /// Powers the phone on, finds the accessory and connects.
  func connect() throws(TesterStop) {
    try prepare("power on") { () throws(InitiatorError) in try phone.powerOn() }
    try reconnect()
  }

  /// Finds the accessory and connects.
  func reconnect() throws(TesterStop) {
    let found = try find()
    try prepare("connecting") { () throws(InitiatorError) in
      try phone.connect(to: found.address, interval: request.phone.connection.intervalUnits)
    }
  }

  /// Connects and pairs.
  func connectSecurely() throws(TesterStop) {
    try connect()
    try prepare("data length and PHY") { () throws(InitiatorError) in
      let features = try phone.readRemoteFeatures()
      if features[.dataPacketLengthExtension] { try phone.extendDataLength() }
      if features[.le2MPHY], request.phone.connection.asksForLE2M { try phone.use2MPHY() }
    }
    _ = try prepare("pairing, see CS-A08") { () throws(InitiatorError) in try phone.pair() }
  }

  /// Connects, pairs and exchanges capabilities.
  func connectForRanging() throws(TesterStop) -> CSCapabilities {
    try connectSecurely()
    let capabilities = try prepare("capabilities") { () throws(InitiatorError) in
      try phone.exchangeCapabilities()
    }
    try prepare("enabling the initiator") { () throws(InitiatorError) in
      try phone.enableInitiatorRole()
      if !capabilities.subfeatures.contains(.noFAE) { _ = try phone.readFAETable() }
    }
    return capabilities
  }

  /// The configuration the phone asks for, without inline PCT.
  var plainConfiguration: CSConfiguration {
    var configuration = request.phone.configuration
    configuration.id = 0
    configuration.role = .initiator
    configuration.mainMode = 2
    configuration.subMode = CSConfiguration.noSubMode
    configuration.minMainModeSteps = 0
    configuration.maxMainModeSteps = 0
    configuration.enhancements = 0
    return configuration
  }

  /// The procedures the phone asks for.
  func procedureParameters(count: UInt16 = 0, intervalFactor: UInt16 = 1) -> CSProcedureParameters {
    var parameters = request.phone.procedures
    parameters.configID = 0
    parameters.maxProcedureCount = count
    parameters.minProcedureInterval *= intervalFactor
    parameters.maxProcedureInterval *= intervalFactor
    return parameters
  }

  /// Offers no T_FCS but this one and the mandatory one.
  func offerTFCS(_ microseconds: Int) {
    phone.controller.offer { $0.tFCS = CSTime.bits([microseconds], of: CSTime.tFCS) }
  }

  /// Configures mode-2 at the mandatory T_FCS and starts CS security: nothing here is on trial.
  func prepareRanging() throws(TesterStop) -> CSConfiguration {
    offerTFCS(150)
    return try prepare("configuration of mode-2") { () throws(InitiatorError) in
      let agreed = try phone.configure(plainConfiguration)
      try phone.startCSSecurity()
      return agreed
    }
  }

  /// The frames of the last configuration exchange.
  var configurationFrames: [Int] {
    exchangeFrames(
      {
        if case .csConfigReq = $0 { return true }
        return false
      },
      {
        if case .csConfigRsp = $0 { return true }
        return false
      })
  }

  /// The frames of the last start of procedures.
  var startFrames: [Int] {
    exchangeFrames(
      {
        if case .csReq = $0 { return true }
        return false
      },
      {
        if case .csRsp = $0 { return true }
        return false
      })
  }

  /// The frame in which the accessory declared its capabilities.
  var capabilityFrames: [Int] {
    frame(fromAccessory: true) {
      if case .csCapabilitiesRsp = $0 { return true }
      return $0.isRejection
    }
  }
}
