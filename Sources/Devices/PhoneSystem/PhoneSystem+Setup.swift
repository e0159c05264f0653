public import CoreTypes

/// What the accessory picker does with an accessory that the user has chosen: it connects, bonds, and lets go.
extension PhoneSystem {
  /// Sets up an accessory that advertises, or comes to. There is no timeout.
  ///
  /// - Parameters:
  ///   - address: where it advertises.
  ///   - completion: called once, with the name that apps know it by from now on.
  public func setUp(
    _ address: DeviceAddress,
    completion: @escaping (Result<AccessoryIdentifier, AttributeFailure>) -> Void
  ) {
    var picker: CentralClient?
    func finish(_ accessory: KnownAccessory, _ result: Result<Void, AttributeFailure>) {
      guard let client = picker else { return }
      picker = nil
      if case .success = result { accessory.isSetUp = true }
      client.close()
      completion(result.map { accessory.identifier })
    }
    picker = addClient { [weak self] event in
      guard let self else { return }
      switch event {
      case .stateChanged(.poweredOn): picker?.connect(meet(address).identifier, reconnects: false)
      case .connected: bond(meet(address)) { [self] in finish(meet(address), $0) }
      case .connectionFailed, .disconnected: finish(meet(address), .failure(.disconnected))
      default: break
      }
    }
  }
}
