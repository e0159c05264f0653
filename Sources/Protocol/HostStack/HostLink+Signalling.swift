internal import CoreTypes
internal import Wire

/// The signalling channel of a link. [Vol 3, Part A, 4]
extension HostLink {
  /// Asks the central for other connection parameters; the peripheral only.
  public mutating func requestConnectionParameters(
    _ request: ConnectionParameterUpdateRequest
  ) -> [HostAction] {
    precondition(role == .peripheral, "only the peripheral asks for parameters here")
    signallingIdentifier = signallingIdentifier == 0xFF ? 1 : signallingIdentifier + 1
    pendingParameterRequest = signallingIdentifier
    return signal(request, identifier: signallingIdentifier)
  }

  /// Answers the peripheral's wish for other connection parameters.
  public func answerConnectionParameters(identifier: UInt8, isAccepted: Bool) -> [HostAction] {
    signal(ConnectionParameterUpdateResponse(isAccepted: isAccepted), identifier: identifier)
  }

  func signal(_ payload: some SignallingPayload, identifier: UInt8) -> [HostAction] {
    send(.signalling, SignallingCommand(identifier: identifier, payload).encoded())
  }

  mutating func receive(_ command: SignallingCommand) throws(WireError) -> [HostAction] {
    switch command.code {
    case ConnectionParameterUpdateRequest.code where role == .central:
      let request = try ConnectionParameterUpdateRequest(decoding: command.data)
      guard request.isValid else {
        return answerConnectionParameters(identifier: command.identifier, isAccepted: false)
      }
      return [.connectionParametersRequested(identifier: command.identifier, request)]
    case ConnectionParameterUpdateResponse.code:
      let response = try ConnectionParameterUpdateResponse(decoding: command.data)
      guard command.identifier == pendingParameterRequest else { return [] }
      pendingParameterRequest = nil
      return [.connectionParametersAnswered(isAccepted: response.result == 0)]
    case CommandReject.code:
      guard command.identifier == pendingParameterRequest else { return [] }
      pendingParameterRequest = nil
      return [.connectionParametersAnswered(isAccepted: false)]
    default:
      return signal(CommandReject(), identifier: command.identifier)
    }
  }
}
