internal import HCI
internal import HostStack
internal import Initiator
internal import VirtualHost

/// The accessory's server, which clients share: one request at a time for each accessory, in the order of the calls.
extension PhoneSystem {
  /// Queues a request behind those of before. If the server wants a protected link, the phone pairs, or encrypts, and
  /// asks again. What waits when the link ends, or the client's part in it, is dropped without a result.
  ///
  /// - Parameter client: whose request it is; nil for one of the system itself.
  func perform<Value>(
    on accessory: KnownAccessory, for client: CentralClient?,
    _ make: @escaping (PhoneLink) -> HostRequest<Value>,
    completion: @escaping (Result<Value, AttributeFailure>) -> Void
  ) {
    let hold = client.flatMap { accessory.hold(of: $0) }
    let request = WaitingRequest(hold: hold) { [weak self] link in
      guard let self else { return }
      phone.run(secured(make, accessory, link), of: link) { [weak self] result in
        guard let self, accessory.link === link else { return }
        if accessory.keeps(hold) { completion(result.mapError(AttributeFailure.init)) }
        accessory.isBusy = false
        performNext(on: accessory)
      }
    }
    accessory.waitingRequests.append(request)
    performNext(on: accessory)
  }

  private func performNext(on accessory: KnownAccessory) {
    guard let link = accessory.link, !accessory.isBusy, !accessory.waitingRequests.isEmpty else { return }
    accessory.isBusy = true
    accessory.waitingRequests.removeFirst().run(link)
  }

  private func secured<Value>(
    _ make: @escaping (PhoneLink) -> HostRequest<Value>, _ accessory: KnownAccessory, _ link: PhoneLink
  ) -> HostRequest<Value> {
    make(link).recover { [self] error in
      guard error.wantsProtection, !link.host.isEncrypted else { return .failure(error) }
      return protection(of: accessory, link).whatever { result in
        if case .success = result { make(link) } else { .failure(error) }
      }
    }
  }

  /// Encrypts the link if it is not encrypted, with a new bond where there is none.
  func protection(of accessory: KnownAccessory, _ link: PhoneLink) -> HostRequest<Void> {
    .act { [self] in
      if accessory.bond != nil || link.host.isEncrypted { return link.encrypt() }
      if acceptsPairing { return link.pair().map { _ in } }
      log("the user declined to pair")
      return .failure(.pairingFailed(.unspecifiedReason, isByPeer: false))
    }
  }

  /// The accessory asks for a protected link. A bond is used by the host itself.
  func protect(_ accessory: KnownAccessory) {
    guard accessory.bond == nil else { return }
    perform(on: accessory, for: nil, { [self] link in protection(of: accessory, link) }) { _ in }
  }

  /// Bonds with an accessory, unless that is done.
  func bond(_ accessory: KnownAccessory, completion: @escaping (Result<Void, SetupFailure>) -> Void) {
    var failure = SetupFailure.disconnected(nil)
    perform(
      on: accessory, for: nil,
      { [self] link -> HostRequest<Void> in
        if accessory.bond != nil { return .value(()) }
        return protection(of: accessory, link).recover { [self] error in
          failure = acceptsPairing ? .notBonded(error) : .declined
          return .failure(error)
        }
      }
    ) { result in completion(result.mapError { _ in failure }) }
  }

  // MARK: Subscriptions

  /// Configures the values of a characteristic for a client. The server is asked where the first client comes, or the
  /// last goes.
  func subscribe(
    _ client: CentralClient, _ isWanted: Bool, to characteristic: DiscoveredCharacteristic,
    of accessory: KnownAccessory, completion: @escaping (Result<Void, AttributeFailure>) -> Void
  ) {
    let handle = characteristic.valueHandle
    perform(
      on: accessory, for: client,
      { link in
        let others = (accessory.subscribers[handle] ?? []).filter { $0 !== client }
        guard others.isEmpty else { return .value(()) }
        return link.configure(characteristic, isWanted)
      }
    ) { result in
      if case .success = result {
        accessory.subscribers[handle, default: []].removeAll { $0 === client }
        if isWanted { accessory.subscribers[handle, default: []].append(client) }
      }
      completion(result)
    }
  }
}

extension HostError {
  /// Whether the server refuses because the link is not protected.
  fileprivate var wantsProtection: Bool {
    switch self {
    case .attributeRefused(_, let code):
      code == .insufficientAuthentication || code == .insufficientEncryption
    case .channelRefused(.result(let result)):
      result == .insufficientAuthentication || result == .insufficientEncryption
    default: false
    }
  }
}

extension PhoneLink {
  /// Writes the Client Characteristic Configuration: notifications where there are any, else indications.
  fileprivate func configure(
    _ characteristic: DiscoveredCharacteristic, _ isWanted: Bool
  ) -> HostRequest<Void> {
    let properties = characteristic.properties
    guard !properties.isDisjoint(with: [.notify, .indicate]) else {
      return .failure(.attributeRefused("subscription", .requestNotSupported))
    }
    let bits: UInt8 = !isWanted ? 0 : properties.contains(.notify) ? 1 : 2
    return findConfiguration(of: characteristic).then { [self] handle in
      guard let handle else { return .failure(.attributeRefused("subscription", .attributeNotFound)) }
      return writeValue([bits, 0], to: handle)
    }
  }
}
