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
    open(.enableCSSecurity, as: .csSecurity, with: .csSecReq(CSSecReq(cs.ownVectors)))
  }

  mutating func receiveCSSecReq(_ pdu: CSSecReq) {
    guard admits(.csSecurity, begunBy: .csSecReq) else { return }
    guard !cs.hasSeries else { return reject(.csSecReq, .commandDisallowed) }
    let own = drawVectors()
    send(.csSecRsp(CSSecRsp(own)))
    secure(central: pdu.vectors, peripheral: own)
  }

  mutating func receiveCSSecRsp(_ pdu: CSSecRsp) {
    guard closeLocal(.csSecurity) != nil else { return }
    secure(central: cs.ownVectors, peripheral: pdu.vectors)
  }

  private mutating func secure(central: CSSecurityVectors, peripheral: CSSecurityVectors) {
    cs.isSecured = true
    cs.procedureCount = 0
    actions.append(.useCSSecurity(central: central, peripheral: peripheral))
    if role == .peripheral, faults.contains(.peersSecurityHidden) { return }
    notify(.csSecurityEnabled(.success))
  }

  private mutating func drawVectors() -> CSSecurityVectors {
    if faults.contains(.securityVectorsConstant) { return .constant }
    let initializationVector = random.next()
    let instantiationNonce = UInt32(truncatingIfNeeded: random.next())
    return CSSecurityVectors(
      initializationVector: initializationVector, instantiationNonce: instantiationNonce,
      personalizationVector: random.next())
  }
}

extension CSSecurityVectors {
  /// Octets that count from 1, which a defective device draws each time.
  fileprivate static let constant = CSSecurityVectors(
    initializationVector: 0x0807_0605_0403_0201, instantiationNonce: 0x0403_0201,
    personalizationVector: 0x0807_0605_0403_0201)
}
