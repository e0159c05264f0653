internal import CoreTypes

/// What becomes of connection parameters that the peer asks for with LL_CONNECTION_PARAM_REQ.
public enum ConnectionParameterAnswer: Hashable, Sendable {
  /// Legal parameters are accepted without asking the host.
  case accept
  /// The host is asked, and answers with `LinkRequest.acceptConnectionParameters` or
  /// `.rejectConnectionParameters`.
  case askHost
}

/// The connection parameters that would do: intervals in units of 1.25 ms, timeout in units of 10 ms.
public struct ConnectionParameterRange: Hashable, Sendable {
  /// The least connection interval, 6 to 3200.
  public var intervalMin: UInt16
  /// The greatest connection interval, 6 to 3200.
  public var intervalMax: UInt16
  /// Connection events that the peripheral may skip, 0 to 499.
  public var latency: UInt16
  /// The supervision timeout, 10 to 3200.
  public var timeout: UInt16

  /// Makes a range; nothing says that it is legal.
  public init(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16) {
    self.intervalMin = intervalMin
    self.intervalMax = intervalMax
    self.latency = latency
    self.timeout = timeout
  }

  /// Whether the values are in their ranges and the supervision timeout outlasts the latency.
  /// [Vol 6, Part B, 2.4.2.16]
  public var isLegal: Bool {
    6 <= intervalMin && intervalMin <= intervalMax && intervalMax <= 3200 && latency <= 499
      && (10...3200).contains(timeout) && Int(timeout) * 4 > (1 + Int(latency)) * Int(intervalMax)
  }

  /// The request or response for these parameters, without preferred offsets.
  var pdu: ConnectionParamReq {
    var pdu = ConnectionParamReq()
    pdu.intervalMin = intervalMin
    pdu.intervalMax = intervalMax
    pdu.latency = latency
    pdu.timeout = timeout
    return pdu
  }
}

extension ConnectionParameterRange {
  /// What a request or response asks for.
  init(_ pdu: ConnectionParamReq) {
    self.init(
      intervalMin: pdu.intervalMin, intervalMax: pdu.intervalMax, latency: pdu.latency, timeout: pdu.timeout)
  }
}

/// The connection parameters request procedure, which either side starts. [Vol 6, Part B, 5.1.7]
extension LinkControl {
  mutating func receiveConnectionParamReq(_ pdu: ConnectionParamReq) {
    let range = ConnectionParameterRange(pdu)
    guard admits(.connectionParameters, begunBy: .connectionParamReq) else { return }
    guard range.isLegal else { return reject(.connectionParamReq, .invalidLLParameters) }
    if role == .central && cs.hasSeries { return reject(.connectionParamReq, .commandDisallowed) }
    connection.asked = range
    peer = RunningProcedure(kind: .connectionParameters, request: nil, opcode: .connectionParamReq)
    switch connectionParameterAnswer {
    case .accept: acceptConnectionParameters(range)
    case .askHost:
      notify(
        .connectionParametersRequested(
          intervalMin: range.intervalMin, intervalMax: range.intervalMax, latency: range.latency,
          timeout: range.timeout))
    }
  }

  mutating func acceptConnectionParameters(_ range: ConnectionParameterRange) {
    guard peer?.kind == .connectionParameters, connection.asked != nil else { return }
    connection.asked = nil
    if role == .central {
      peer = nil
      indicateConnectionUpdate(range)
    } else {
      answer(.connectionParamRsp(range.pdu), awaiting: .connectionParameters)
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
    let range = ConnectionParameterRange(pdu)
    guard range.isLegal else {
      reject(.connectionParamRsp, .invalidLLParameters)
      if let request = closeLocal(.connectionParameters) { fail(request, .invalidLLParameters) }
      return
    }
    indicateConnectionUpdate(range)
  }
}
