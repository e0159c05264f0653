/// What a client still has to put into the server's queue. [Vol 3, Part F, 3.4.6]
struct QueuedWrites: Sendable {
  /// The values of which the server lacks a part.
  var rest: ArraySlice<ATTHandleValue> = []
  /// The octets of the first of them that the server has.
  var offset = 0
  /// Why the queue is cancelled, reported once the server has answered that.
  var failure: ATTClientEvent?

  /// The next part, of `limit` octets at most; nil if the server has all. An empty value has one part.
  func part(limit: Int) -> ATTPreparedWrite? {
    rest.first.map { write in
      ATTPreparedWrite(
        handle: write.handle, offset: UInt16(offset),
        value: Array(write.value.dropFirst(offset).prefix(limit)))
    }
  }

  /// The server has the part.
  mutating func take(_ part: ATTPreparedWrite) {
    offset += part.value.count
    guard offset == rest.first?.value.count else { return }
    rest = rest.dropFirst()
    offset = 0
  }
}

/// Writes of long values and of several attributes. [Vol 3, Part G, 4.9.4 and 4.9.5]
extension ATTClient {
  mutating func firstWrite(
    _ operation: ATTClientOperation, _ writes: [ATTHandleValue], needsQueue: Bool
  ) -> Step {
    if let long = writes.first(where: { $0.value.count > GATTDatabase.maximumValueLength }) {
      return .finished(.refused(operation, handle: long.handle, code: .invalidAttributeValueLength))
    }
    guard needsQueue else { return .request(.writeRequest(writes[0])) }
    queuedWrites.rest = writes[...]
    return nextPart()
  }

  /// Goes on if the server returned the part as it was sent, and cancels the queue if not.
  mutating func afterPrepare(
    _ operation: ATTClientOperation, _ part: ATTPreparedWrite, _ pdu: ATTPDU
  ) -> Step {
    switch pdu {
    case .prepareWriteResponse(part):
      queuedWrites.take(part)
      return nextPart()
    case .errorResponse(let error) where error.requestOpcode == ATTOpcode.prepareWriteRequest.rawValue:
      return cancel(.refused(operation, handle: error.handle, code: error.errorCode))
    default:
      return cancel(.violated(pdu))
    }
  }

  func afterExecute(_ operation: ATTClientOperation, _ pdu: ATTPDU) -> Step {
    if let failure = queuedWrites.failure { return .finished(failure) }
    switch (operation, pdu) {
    case (.write(let handle, _), .executeWriteResponse):
      return .finished(.written(handle: handle))
    case (.writeReliably(let writes), .executeWriteResponse):
      return .finished(.writtenReliably(handles: writes.map(\.handle)))
    case (_, .errorResponse(let error)) where error.requestOpcode == ATTOpcode.executeWriteRequest.rawValue:
      return .finished(.refused(operation, handle: error.handle, code: error.errorCode))
    default:
      return .finished(.violated(pdu))
    }
  }

  private func nextPart() -> Step {
    guard let part = queuedWrites.part(limit: mtu - 5) else {
      return .request(.executeWriteRequest(ATTExecuteWriteRequest(flags: 1)))
    }
    return .request(.prepareWriteRequest(part))
  }

  private mutating func cancel(_ failure: ATTClientEvent) -> Step {
    queuedWrites.failure = failure
    return .request(.executeWriteRequest(ATTExecuteWriteRequest(flags: 0)))
  }
}
