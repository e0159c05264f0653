internal import CoreTypes

extension LinkControl {
  mutating func send(_ pdu: ControlPDU) { actions.append(.send(pdu)) }

  mutating func notify(_ notification: LinkNotification) { actions.append(.notify(notification)) }

  /// Sends the first PDU of this side's procedure and awaits the answer.
  mutating func open(_ request: LinkRequest, as kind: ProcedureKind, with pdu: ControlPDU) {
    local = RunningProcedure(
      kind: kind, request: request, opcode: ControlOpcode(rawValue: pdu.opcode),
      deadline: moment.now + Self.responseTimeout)
    send(pdu)
  }

  /// Sends a further PDU of this side's procedure and awaits the answer, or only an Instant.
  mutating func proceed(with pdu: ControlPDU, awaitsAnswer: Bool = true) {
    local?.opcode = ControlOpcode(rawValue: pdu.opcode)
    local?.deadline = awaitsAnswer ? moment.now + Self.responseTimeout : nil
    send(pdu)
  }

  /// Sends an answer within the peer's procedure and awaits its next PDU.
  mutating func answer(_ pdu: ControlPDU, awaiting kind: ProcedureKind) {
    peer = RunningProcedure(
      kind: kind, request: nil, opcode: ControlOpcode(rawValue: pdu.opcode),
      deadline: lapses(.waitsForEver) ? nil : moment.now + Self.responseTimeout)
    send(pdu)
  }

  /// The request of this side's procedure if that is of `kind` and has not yielded; the procedure is then
  /// over.
  mutating func closeLocal(_ kind: ProcedureKind) -> LinkRequest? {
    guard let running = local, running.kind == kind, !running.isYielded else { return nil }
    local = nil
    return running.request
  }

  /// Whether this side runs a procedure of `kind` that the peer may answer.
  func isOpen(_ kind: ProcedureKind) -> Bool { local?.kind == kind && local?.isYielded == false }

  /// Ends the peer's procedure of `kind`.
  mutating func closePeer(_ kind: ProcedureKind) {
    if peer?.kind == kind { peer = nil }
  }

  /// Settles a collision of the peer's procedure `kind`, which `opcode` began, with one of this side: the
  /// central refuses the peer's, the peripheral gives up its own. False if the peer's was refused.
  /// [Vol 6, Part B, 5.3]
  mutating func admits(_ kind: ProcedureKind, begunBy opcode: ControlOpcode) -> Bool {
    guard let running = local, running.kind.collides(with: kind) else {
      guard role == .central, kind.hasInstant, awaitsInstant else { return true }
      reject(opcode, .differentTransactionCollision)
      return false
    }
    var code = running.kind.collisionCode(with: kind)
    if case .csConfiguration = kind, lapses(.mixesCollisionCodes) { code = .differentTransactionCollision }
    if case .csStart = kind, lapses(.leavesCrossedStartUnanswered) { return false }
    if role == .central {
      reject(opcode, code)
      return false
    }
    if !running.isYielded {
      local?.isYielded = true
      if let request = running.request { fail(request, code) }
    }
    return true
  }
}
