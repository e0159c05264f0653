public import HostStack
internal import SimulationKernel
public import VirtualHost

/// What a phone asks of the accessory's server.
extension PhoneLink {
  /// Offers an ATT_MTU.
  ///
  /// - Parameter octets: what this host receives at most, 23 to 517.
  /// - Returns: the ATT_MTU of the link from now on; that of before if the accessory refuses to talk of it.
  public func exchangeMTU(_ octets: Int) -> HostRequest<Int> {
    outcome("ATT_MTU", of: .exchangeMTU(octets)) { [self] action in
      switch action {
      case .mtuChanged(let octets): .success(octets)
      case .client(.refused(.exchangeMTU, _, _)): .success(host.client.mtu)
      default: nil
      }
    }
  }

  /// The primary services of one UUID, or of any.
  public func discoverServices(of uuid: BluetoothUUID?) -> HostRequest<[DiscoveredService]> {
    outcome("services", of: .discoverServices(uuid)) { action in
      switch action {
      case .client(.services(let found)): .success(found)
      case .client(.refused(.discoverServices, _, let code)):
        .failure(.attributeRefused("service discovery", code))
      default: nil
      }
    }
  }

  /// The services that the service of a range includes.
  public func findIncludedServices(in range: HandleRange) -> HostRequest<[DiscoveredService]> {
    outcome("included services", of: .findIncludedServices(range)) { action in
      switch action {
      case .client(.includedServices(let found)): .success(found)
      case .client(.refused(.findIncludedServices, _, let code)):
        .failure(.attributeRefused("discovery of included services", code))
      default: nil
      }
    }
  }

  /// The characteristics in a service's range.
  public func discoverCharacteristics(in range: HandleRange) -> HostRequest<[DiscoveredCharacteristic]> {
    outcome("characteristics", of: .discoverCharacteristics(range, nil)) { action in
      switch action {
      case .client(.characteristics(let found)): .success(found)
      case .client(.refused(.discoverCharacteristics, _, let code)):
        .failure(.attributeRefused("discovery of characteristics", code))
      default: nil
      }
    }
  }

  /// The attributes in a range.
  public func discoverDescriptors(in range: HandleRange) -> HostRequest<[DiscoveredDescriptor]> {
    outcome("descriptors", of: .discoverDescriptors(range)) { action in
      switch action {
      case .client(.descriptors(let found)): .success(found)
      case .client(.refused(.discoverDescriptors, _, let code)):
        .failure(.attributeRefused("discovery of descriptors", code))
      default: nil
      }
    }
  }

  /// Reads a value of the accessory.
  public func readValue(at handle: UInt16) -> HostRequest<[UInt8]> {
    outcome("value", of: .read(handle)) { action in
      switch action {
      case .client(.value(handle, let value)): .success(value)
      case .client(.refused(.read(handle), _, let code)): .failure(.attributeRefused("reading", code))
      default: nil
      }
    }
  }

  /// Writes a value of the accessory with a response.
  public func writeValue(_ value: [UInt8], to handle: UInt16) -> HostRequest<Void> {
    outcome("response to a write", of: .write(handle, value)) { action in
      switch action {
      case .client(.written(handle)): .success(())
      case .client(.refused(.write(handle, _), _, let code)): .failure(.attributeRefused("writing", code))
      default: nil
      }
    }
  }

  /// Whether there is room for a write command.
  public var hasRoom: Bool { isUp && phone.driver.hasRoom(for: handle) }

  /// Writes a value of the accessory without a response. Without room for it, where it is longer than a command can
  /// be, or after a request without an answer, it is dropped. Returns whether it is on its way.
  @discardableResult
  public func writeCommand(_ value: [UInt8], to handle: UInt16) -> Bool {
    guard hasRoom, host.carriesAttributes, value.count <= host.client.maximumCommandLength else {
      return false
    }
    update { $0.writeCommand(value, to: handle) }
    return true
  }

  /// The outcome of an operation. Once a request had no answer in time, those that follow on the link are not sent.
  /// [Vol 3, Part F, 3.3.3]
  private func outcome<Value>(
    _ what: String, of operation: ATTClientOperation,
    _ select: @escaping (HostAction) -> Result<Value, HostError>?
  ) -> HostRequest<Value> {
    .act { [self] in
      guard host.carriesAttributes else { return .failure(.missing(what, within: transactionTimeout)) }
      update { $0.start(operation) }
      let begin = phone.simulation.now
      return .sign(what, within: { [self] in transactionLimit(since: begin) }) {
        if case .action(let action) = $0 { return select(action) }
        return nil
      }.recover { [self] error in
        guard case .missing = error else { return .failure(error) }
        update { $0.attributeTransactionTimedOut() }
        return .failure(.missing(what, within: transactionTimeout))
      }
    }
  }
}
