/// What a server does otherwise than the specification has it, for the faults of self-tests.
public struct ATTServerDeviations: Hashable, Sendable {
  /// Whether services and characteristics are found on an encrypted link alone.
  public var hidesAttributesUnencrypted = false
  /// Whether requests that it does not know get no answer.
  public var ignoresUnknownRequests = false
  /// Whether ATT_EXCHANGE_MTU_REQ gets no answer.
  public var ignoresMTURequests = false
  /// Whether its errors name handle 0 in place of the attribute.
  public var namesNoHandle = false
  /// Whether it refuses to read from the end of a value, where nothing is left.
  public var refusesEndOfValue = false

  public init() {}

  /// Whether `pdu` gets no answer at all.
  func ignores(_ pdu: ATTPDU) -> Bool {
    if case .unknown = pdu { return ignoresUnknownRequests }
    if case .exchangeMTURequest = pdu { return ignoresMTURequests }
    return false
  }

  /// Why `pdu` is refused before the server looks at it.
  func refusal(of pdu: ATTPDU, _ security: LinkSecurity) -> ATTRefusal? {
    guard hidesAttributesUnencrypted, !security.isEncrypted else { return nil }
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
