internal import CoreTypes

/// What becomes of connection parameters that the peer asks for with LL_CONNECTION_PARAM_REQ.
public enum ConnectionParameterAnswer: Hashable, Sendable {
  /// Legal parameters are accepted without asking the host.
  case accept
  /// The host is asked, and answers with `LinkRequest.acceptConnectionParameters` or
  /// `.rejectConnectionParameters`.
  case askHost
}

extension ConnectionParamReq {
  /// The request or response for `range`, without preferred offsets.
  init(_ range: ConnectionParameterRange) { parameters = range }
}

/// The connection parameters request procedure, which either side starts. [Vol 6, Part B, 5.1.7]
extension LinkControl {
  mutating func receiveConnectionParamReq(_ pdu: ConnectionParamReq) {
    let range = pdu.parameters
    guard admits(.connectionParameters, begunBy: .connectionParamReq) else { return }
    guard range.isLegal else { return reject(.connectionParamReq, .invalidLLParameters) }
    if role == .central && cs.hasSeries { return reject(.connectionParamReq, .commandDisallowed) }
    connection.asked = range
    peer = RunningProcedure(kind: .connectionParameters, request: nil, opcode: .connectionParamReq)
    switch connectionParameterAnswer {
    case .accept: acceptConnectionParameters(range)
    case .askHost: notify(.connectionParametersRequested(range))
    }
  }

  mutating func acceptConnectionParameters(_ range: ConnectionParameterRange) {
    guard peer?.kind == .connectionParameters, connection.asked != nil else { return }
    connection.asked = nil
    if role == .central {
      peer = nil
      indicateConnectionUpdate(range)
    } else {
      answer(.connectionParamRsp(ConnectionParamRsp(range)), awaiting: .connectionParameters)
    }
  }

  mutating func rejectConnectionParameters(_ code: ErrorCode) {
    guard peer?.kind == .connectionParameters, connection.asked != nil else { return }
    connection.asked = nil
    peer = nil
    reject(.connectionParamReq, code)
  }

  mutating func receiveConnectionParamRsp(_ pdu: ConnectionParamRsp) {
    guard isOpen(.connectionParameters), local?.opcode == .connectionParamReq else { return }
    let range = pdu.parameters
    guard range.isLegal else {
      reject(.connectionParamRsp, .invalidLLParameters)
      if let request = closeLocal(.connectionParameters) { fail(request, .invalidLLParameters) }
      return
    }
    indicateConnectionUpdate(range)
  }
}
