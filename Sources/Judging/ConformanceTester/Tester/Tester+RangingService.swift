internal import AccessoryProfile
package import ChannelSounding
internal import CoreTypes
internal import HostStack
internal import Initiator
package import ProcedureRanging
package import RangingService
internal import VirtualHost

/// The ways to the point of a case of the Ranging Service.
extension Tester {
  /// The ATT_MTU that the profile of ranging recommends. [RAP 1.0, 3.1.2]
  package static let rangingMTU = 247

  /// Ends the case if the accessory does not claim the Ranging Service.
  package func requireClaimedRangingService() throws(TesterStop) {
    if request.profile.gatt.hasRangingService { return }
    throw .notApplicable("the Ranging Service is not claimed: \(declared(at: "gatt.ranging_service"))")
  }

  /// Where a key is declared, for the reason of a case that does not apply.
  private func declared(at path: String) -> String {
    request.profile.declaration(of: path).map { "\(path) is \($0.text) at \($0.place)" }
      ?? "\(path) is not set"
  }

  /// Ends the case if RAS Features lack a bit.
  package func requireFeature(
    _ feature: RASFeatures, _ name: String, of probe: RangingProbe
  ) throws(TesterStop) {
    if try features(of: probe).contains(feature) { return }
    throw .notApplicable("RAS Features do not claim \(name)")
  }

  /// RAS Features as the accessory has them.
  package func features(of probe: RangingProbe) throws(TesterStop) -> RASFeatures {
    try prepare("reading RAS Features", on: .rangingFeatures) { () throws(HostError) in
      try phone.readRangingFeatures(probe.handles)
    }
  }

  /// The service on a link that stands; ends the case if there is none.
  package func findRangingService() throws(TesterStop) -> RangingProbe {
    let handles = try prepare("discovery of the Ranging Service") { () throws(HostError) in
      try phone.findRangingService()
    }
    guard let handles else { throw .inconclusive("there is no Ranging Service", on: .rangingService) }
    return RangingProbe(tester: self, handles: handles)
  }

  /// Connects, pairs and finds the service, which the accessory has to claim.
  ///
  /// - Parameter mtu: what is offered; nil leaves the ATT_MTU at 23.
  package func openRangingService(mtu: Int? = Tester.rangingMTU) throws(TesterStop) -> RangingProbe {
    try requireClaimedRangingService()
    try connectSecurely()
    try exchangeMTU(mtu)
    return try findRangingService()
  }

  /// As `openRangingService`, with all that procedures need.
  package func openRangingServiceForProcedures(
    mtu: Int? = Tester.rangingMTU
  ) throws(TesterStop) -> (probe: RangingProbe, configuration: CSConfiguration) {
    try requireClaimedRangingService()
    _ = try connectForRanging()
    try exchangeMTU(mtu)
    let probe = try findRangingService()
    return (probe, try prepareRanging(plainConfiguration))
  }

  private func exchangeMTU(_ mtu: Int?) throws(TesterStop) {
    guard let mtu else { return }
    _ = try prepare("agreement on ATT_MTU") { () throws(HostError) in try phone.exchangeMTU(mtu) }
  }

  /// Disconnects, connects again and encrypts with the key of the bond.
  package func returnToRangingService() throws(TesterStop) -> RangingProbe {
    try prepare("disconnecting") { () throws(HostError) in try phone.disconnect() }
    try reconnect()
    try prepare("encryption with the stored key", on: .storedKey) { () throws(HostError) in
      try phone.encrypt()
    }
    try exchangeMTU(Self.rangingMTU)
    return try findRangingService()
  }

  /// Waits until the link has been quiet for a while.
  package func settle() {
    let quiet = phone.patience(.milliseconds(250), exchanges: 5)
    var count = -1
    while phone.linkActions.count != count, phone.link != nil {
      count = phone.linkActions.count
      phone.idle(quiet)
    }
  }

  /// Runs procedures and waits for what the server makes of them.
  package func range(_ count: Int) throws(TesterStop) -> [ProcedureResult] {
    let procedures = try run(procedures: count)
    settle()
    return procedures
  }
}
