internal import Faults

extension FaultSet {
  /// Whether `pdu` gets no answer at all.
  func ignore(_ pdu: ATTPDU) -> Bool {
    if case .unknown = pdu { return contains(.unknownATTOpcodeIgnored) }
    if case .exchangeMTURequest = pdu { return contains(.mtuRequestIgnored) }
    return false
  }

  /// Why `pdu` is refused before the server looks at it.
  func refusal(of pdu: ATTPDU, _ security: LinkSecurity) -> ATTRefusal? {
    guard contains(.discoveryNeedsEncryption), !security.isEncrypted else { return nil }
    return switch pdu {
    case .readByGroupTypeRequest(let request), .readByTypeRequest(let request):
      ATTRefusal(.insufficientAuthentication, request.range.start)
    case .findInformationRequest(let request): ATTRefusal(.insufficientAuthentication, request.range.start)
    default: nil
    }
  }
}

extension ATTServer {
  /// Begins a link with the MTU of the one before, as a defective server does.
  public mutating func keepMTU(of former: ATTServer) { mtu = former.mtu }
}
