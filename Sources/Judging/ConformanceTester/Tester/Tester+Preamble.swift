package import ChannelSounding
internal import CoreTypes
package import HostStack
package import Initiator
internal import LinkLayer
internal import Profiles
internal import Session
internal import SimulationKernel
internal import VirtualController
package import VirtualHost

/// The preconditions of a test case: found, connected, secured, configured, ranging.
extension Tester {
  /// Finds the accessory by matching advertising data, else by any advertising. The interval may be
  /// 10.24 s; a host that is attached runs in real time, and is given 3 s.
  package func find() throws(TesterStop) -> Discovery {
    let limit = Picoseconds.seconds(bed.isAttached ? 3 : 31)
    let found = try prepare(
      "scanning", phone.discover(request.phone.descriptors, within: limit, anyAfter: .seconds(3)))
    guard let found else {
      throw notReached(
        "scanning",
        "no connectable advertising was received\(bed.isAttached ? " within 3 s" : "")"
          + (hostRemark.map { ": \($0)" } ?? ""), on: .discovery)
    }
    return found
  }

  /// Why an attached host is not found, by its HCI; nil where the accessory is simulated.
  package var hostRemark: String? { bed.hostTraffic?.whyNotFound(at: bed.simulation.now) }

  /// Powers the phone on.
  package func powerOn() throws(TesterStop) { try prepare("power on", phone.powerOn()) }

  /// Powers the phone on, finds the accessory and connects.
  package func connect() throws(TesterStop) {
    try powerOn()
    try reconnect()
  }

  /// Finds the accessory and connects.
  package func reconnect() throws(TesterStop) {
    let found = try find()
    try prepare("connecting", phone.connect(to: found.address, as: request.phone))
    declared = nil
    hasCSSecurity = false
  }

  /// Powers the phone on, connects with a resolvable private address, as phones do, and pairs: the accessory gets the
  /// key to the phone's later addresses.
  package func pairPrivately() throws(TesterStop) {
    try powerOn()
    try changePrivateAddress()
    try reconnect()
    try prepare("pairing", pair(), on: .pairing)
  }

  /// Pairs. An attached host has the bond of an earlier case, and may refuse to replace it by pairing without
  /// authentication, as Zephyr does by default; the phone then encrypts with that bond.
  @discardableResult
  package func pair() throws(HostError) -> Bond {
    do throws(HostError) {
      return try phone.pair()
    } catch {
      let refusals: [PairingFailure] = [.authenticationRequirements, .pairingNotSupported]
      guard bed.isAttached, let bond = phone.bond, bond.isPersistent,
        case .pairingFailed(let reason, isByPeer: true) = error, refusals.contains(reason)
      else { throw error }
      try phone.encrypt()
      warn("the host keeps the bond of an earlier case: \(error); the phone used that bond")
      return bond
    }
  }

  /// Gives the phone another resolvable private address for its next link.
  package func changePrivateAddress() throws(TesterStop) {
    try prepare("another private address", phone.changePrivateAddress())
  }

  /// Connects and encrypts.
  package func connectSecurely() throws(TesterStop) {
    try connect()
    try speedUp()
    if phone.bond?.isPersistent == true, try usesBond() { return }
    try prepare("pairing", pair(), on: .pairing)
  }

  /// Lets the link use longer packets and LE 2M, as far as the accessory claims them.
  package func speedUp() throws(TesterStop) {
    try prepare(
      "data length and PHY", bed.hurry { () throws(HostError) in try phone.speedUp(as: request.phone) })
  }

  /// Encrypts with the bond of an earlier case, like a phone that connects again. Returns whether the accessory
  /// still has the bond; if not, there is a link for a new pairing.
  private func usesBond() throws(TesterStop) -> Bool {
    do throws(HostError) {
      try phone.encrypt()
      return true
    } catch {
      switch error {
      case .failed, .disconnected, .missing: break
      default: throw stop("encryption with the stored key", error, on: .storedKey)
      }
      warn("the accessory lost the bond of an earlier case: \(error); the phone paired again")
      phone.forgetBond()
      guard phone.link == nil else { return false }
      try reconnect()
      try speedUp()
      return false
    }
  }

  /// Connects, pairs and exchanges capabilities.
  package func connectForRanging() throws(TesterStop) -> CSCapabilities {
    try connectSecurely()
    return try learnCapabilities()
  }

  /// Exchanges capabilities on an encrypted link and takes the initiator's role.
  @discardableResult
  package func learnCapabilities() throws(TesterStop) -> CSCapabilities {
    let capabilities: CSCapabilities
    do throws(HostError) {
      capabilities = try phone.exchangeCapabilities()
    } catch {
      // A controller refuses with this code where its host does not support Channel Sounding.
      throw stop("capabilities", error, on: error.code == .unsupportedRemoteFeature ? .hostSupport : nil)
    }
    declared = capabilities
    try prepare("enabling the initiator", phone.takeInitiatorRole(towards: capabilities, as: request.phone))
    return capabilities
  }

  /// The configuration that the phone requests, without inline PCT.
  package var plainConfiguration: CSConfiguration {
    var configuration = request.phone.configuration
    configuration.mainMode = .mode2
    return configuration
  }

  /// The antennas that the phone requests.
  package var antennas: AntennaConfiguration {
    declared.map { request.phone.antennas(towards: $0) }
      ?? request.phone.procedures.toneAntennaConfigSelection
  }

  /// The procedures that the phone requests.
  package func procedureParameters(count: ProcedureCount = .endless, intervalFactor: UInt16 = 1)
    -> CSProcedureParameters
  {
    var parameters = request.phone.procedures
    parameters.toneAntennaConfigSelection = antennas
    parameters.maxProcedureCount = count
    let factor = Int(intervalFactor)
    parameters.minProcedureInterval = UInt16(clamping: Int(parameters.minProcedureInterval) * factor)
    parameters.maxProcedureInterval = UInt16(clamping: Int(parameters.maxProcedureInterval) * factor)
    return parameters
  }

  /// The T_FCS offered by default: the mandatory one.
  package static let mandatoryTFCS: TFCS.Set = []

  /// Configures, and starts CS security unless it was started on this link.
  ///
  /// - Parameters:
  ///   - tFCS: what the phone offers besides the mandatory 150 us; the shortest that is claimed is taken.
  ///   - step: the name of the step if the configuration is under test; nil if it is only a precondition.
  package func prepareRanging(
    _ asked: CSConfiguration, tFCS: TFCS.Set = mandatoryTFCS, onTrial step: String? = nil
  ) throws(TesterStop) -> CSConfiguration {
    bed.phoneController.offer { $0.tFCS = tFCS }
    try requireClaims(asked)
    let basis: Basis? = declared?.roles.contains(.reflector) == false ? .reflectorRole : nil
    let agreed: CSConfiguration
    if let step {
      agreed = try attempt(
        step, phone.configure(asked), required: "accepted", on: basis, frames: configurationFrames)
    } else {
      agreed = try prepare("configuration of mode-2", phone.configure(asked), on: basis)
    }
    try startCSSecurity()
    return agreed
  }

  /// As `prepareRanging`, for a configuration that the accessory may refuse. Returns what was agreed; nil if it was
  /// refused.
  package func tryRanging(
    _ asked: CSConfiguration, tFCS: TFCS.Set = mandatoryTFCS
  ) throws(TesterStop) -> CSConfiguration? {
    bed.phoneController.offer { $0.tFCS = tFCS }
    let agreed: CSConfiguration? = try prepare("configuration of mode-2") { () throws(HostError) in
      do throws(HostError) {
        return try phone.configure(asked)
      } catch {
        switch error {
        case .commandRefused, .failed: return nil
        default: throw error
        }
      }
    }
    if agreed != nil { try startCSSecurity() }
    return agreed
  }

  private func startCSSecurity() throws(TesterStop) {
    guard !hasCSSecurity else { return }
    try prepare("CS security", phone.startCSSecurity())
    hasCSSecurity = true
  }

  /// Ends the case if the phone requests optional features that the accessory does not claim.
  private func requireClaims(_ asked: CSConfiguration) throws(TesterStop) {
    guard let declared else { return }
    let problems = LegalConfiguration.problems(
      in: asked, local: bed.phoneController.description.identity.csCapabilities, remote: declared)
    let lacking = problems.filter { $0.rule == .notSupported(by: .reflector) }
    let words = "the phone requests more than is claimed: "
    if let excluded = lacking.first(where: { [.csSyncPHY, .channelSelection].contains($0.field) }) {
      throw .notApplicable(words + "\(excluded)")
    }
    if let lack = lacking.first(where: { [.subMode, .rttType].contains($0.field) }) {
      throw .inconclusive(words + "\(lack)")
    }
  }

  /// Whether the phone requests inline PCT of an accessory with these capabilities.
  package func canRequestInlinePCT(of accessory: CSCapabilities) -> Bool {
    request.phone.asksForInlinePCT && request.profile.interpretations.allowInlinePCT(of: accessory)
  }

  /// Ends the case if inline PCT is not claimed, or the link has no way to negotiate it.
  package func requireInlinePCT(of accessory: CSCapabilities) throws(TesterStop) {
    if let obstacle = request.profile.interpretations.inlinePCTObstacle { throw .notApplicable(obstacle) }
    guard accessory.subfeatures.contains(.inlinePCT) else {
      throw .notApplicable("the capabilities do not claim inline PCT")
    }
  }

  /// Ends the case if the phone requests more antennas than the accessory claims.
  package func requireAntennas() throws(TesterStop) {
    guard let declared else { return }
    guard antennas.reflectorAntennas <= declared.numAntennas, antennas.pathCount <= declared.maxAntennaPaths
    else {
      throw .notApplicable(
        "the phone's antenna configuration \(antennas) needs \(antennas.reflectorAntennas) antennas and "
          + "\(antennas.pathCount) paths, \(declared.numAntennas) and \(declared.maxAntennaPaths) are claimed"
      )
    }
  }

  /// The frames of the last configuration exchange.
  package var configurationFrames: [Int] { exchangeFrames(.csConfigReq, .csConfigRsp) }

  /// The frames of the last start of procedures.
  package var startFrames: [Int] { exchangeFrames(.csReq, .csRsp) }

  /// The frame in which the accessory declared its capabilities.
  package var capabilityFrames: [Int] {
    frame(fromAccessory: true) {
      $0.has(.csCapabilitiesRsp) || $0.refuses(.csCapabilitiesReq)
    }
  }
}
