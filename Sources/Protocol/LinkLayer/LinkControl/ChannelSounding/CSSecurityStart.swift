internal import CoreTypes
internal import Faults

/// The Channel Sounding security start procedure: only the central begins it, whatever the CS roles.
///
/// Interpretation: asked for during a series, it waits for the end of the series, and the peer's request meets
/// 0x0C; the alternative is to run at once. [Vol 6, Part B, 5.1.24]
extension LinkControl {
  var csSecurityRefusal: ErrorCode? {
    guard role == .central else { return .commandDisallowed }
    return csRefusal ?? csEncryptionRefusal
  }

  mutating func beginCSSecurity() {
    cs.ownVectors = drawVectors()
    open(.enableCSSecurity, as: .csSecurity, with: .csSecReq(cs.ownVectors))
  }

  mutating func receiveCSSecReq(_ pdu: CSSecReq) {
    guard admits(.csSecurity, begunBy: .csSecReq) else { return }
    guard !cs.hasSeries else { return reject(.csSecReq, .commandDisallowed) }
    let own = drawVectors()
    send(.csSecRsp(own))
    secure(central: pdu, peripheral: own)
  }

  mutating func receiveCSSecRsp(_ pdu: CSSecRsp) {
    guard closeLocal(.csSecurity) != nil else { return }
    secure(central: cs.ownVectors, peripheral: pdu)
  }

  /// CS_IV, CS_IN and CS_PV have the peripheral's half in the more significant place. [Vol 6, Part E, 3.1.5]
  private mutating func secure(central: CSSecReq, peripheral: CSSecRsp) {
    cs.isSecured = true
    cs.procedureCount = 0
    actions.append(
      .useCSSecurity(
        CSSecurityVectors(
          iv: (central.csIV + peripheral.csIV).reversed(),
          instantiationNonce: (central.csIN + peripheral.csIN).reversed(),
          personalizationVector: (central.csPV + peripheral.csPV).reversed())))
    if role == .peripheral, faults.contains(.peersSecurityHidden) { return }
    notify(.csSecurityEnabled(.success))
  }

  private mutating func drawVectors() -> CSSecReq {
    var pdu = CSSecReq()
    if faults.contains(.securityVectorsConstant) {
      (pdu.csIV, pdu.csIN, pdu.csPV) = (Array(1...8), Array(1...4), Array(1...8))
      return pdu
    }
    pdu.csIV = drawOctets(8)
    pdu.csIN = drawOctets(4)
    pdu.csPV = drawOctets(8)
    return pdu
  }

  private mutating func drawOctets(_ count: Int) -> [UInt8] {
    let bits = random.next()
    return (0..<count).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
  }
}
