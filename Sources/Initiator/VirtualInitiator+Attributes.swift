internal import CoreTypes
public import HostStack
public import VirtualHost

extension VirtualInitiator {
  /// Offers an ATT_MTU.
  ///
  /// - Parameter octets: what this host receives at most, 23 to 517.
  /// - Returns: the ATT_MTU of the link from now on; that of before if the accessory refuses to talk of it.
  public func exchangeMTU(_ octets: Int) throws(HostError) -> Int {
    try outcome("ATT_MTU", of: .exchangeMTU(octets)) { action in
      switch action {
      case .mtuChanged(let octets): .success(octets)
      case .client(.refused(.exchangeMTU, _, _)): link.map { .success($0.client.mtu) }
      default: nil
      }
    }
  }

  /// The UUIDs of the accessory's primary services.
  public func discoverServices() throws(HostError) -> [BluetoothUUID] {
    try outcome("services", of: .discoverServices(nil)) { action in
      switch action {
      case .client(.services(let found)): .success(found.map(\.uuid))
      case .client(.refused(.discoverServices, _, let code)):
        .failure(.attributeRefused("service discovery", code))
      default: nil
      }
    }
  }

  private func outcome<Value>(
    _ what: String, of operation: ATTClientOperation, _ select: (HostAction) -> Result<Value, HostError>?
  ) throws(HostError) -> Value {
    _ = try handle()
    let start = linkActions.count
    let limit = patience(.seconds(10), exchanges: 40)
    updateLink { $0.start(operation) }
    var result: Result<Value, HostError>?
    var examined = start
    try driver.wait(for: what, within: limit) {
      while result == nil, examined < linkActions.count {
        result = select(linkActions[examined])
        examined += 1
      }
      return result != nil
    }
    guard let result else { throw .missing(what, within: limit) }
    return try result.get()
  }
}
