internal import CoreTypes
public import HostStack

extension VirtualInitiator {
  /// The UUIDs of the accessory's primary services.
  public func discoverServices() throws(InitiatorError) -> [BluetoothUUID] {
    let start = linkActions.count
    updateLink { $0.start(.discoverServices(nil)) }
    var services: [BluetoothUUID]?
    var examined = start
    try wait(for: "services", within: .seconds(10)) {
      while services == nil, examined < linkActions.count {
        if case .client(.services(let found)) = linkActions[examined] { services = found.map(\.uuid) }
        if case .client(.refused) = linkActions[examined] { services = [] }
        examined += 1
      }
      return services != nil
    }
    return services ?? []
  }
}
