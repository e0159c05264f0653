internal import CoreTypes
internal import CryptoToolbox
internal import Faults
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addPrivacyCommands() {
    addResolvingList()
    addPrivateAddresses()
  }

  private mutating func addResolvingList() {
    complete(LEReadResolvingListSizeCommand.self) { _, _ in
      LEReadResolvingListSizeCommand.Return { $0.resolvingListSize = UInt8(ResolvingList.capacity) }
    }
    complete(status: LEAddDeviceToResolvingListCommand.self) { $0.addToResolvingList($1) }
    complete(status: LERemoveDeviceFromResolvingListCommand.self) { controller, command in
      controller.changeResolvingList(command.peerIdentityAddress) { $0.remove(at: $1) }
    }
    complete(status: LEClearResolvingListCommand.self) { controller, _ in
      guard !controller.isResolvingListInUse else { return .commandDisallowed }
      controller.hostState.resolvingList.removeAll()
      return .success
    }
    complete(status: LESetPrivacyModeCommand.self) { controller, command in
      guard command.privacyMode.isDefined else { return .invalidHCICommandParameters }
      return controller.changeResolvingList(command.peerIdentityAddress) {
        $0.allowIdentity(command.privacyMode == .device, at: $1)
      }
    }
  }

  private mutating func addPrivateAddresses() {
    complete(status: LESetAddressResolutionEnableCommand.self) { controller, command in
      guard command.addressResolutionEnable.isDefined else { return .invalidHCICommandParameters }
      guard !controller.isDiscovering else { return .commandDisallowed }
      controller.hostState.resolvingList.isEnabled = command.addressResolutionEnable.isEnabled
      return .success
    }
    complete(status: LESetResolvablePrivateAddressTimeoutCommand.self) { controller, command in
      guard command.rpaTimeout.isLegal else { return .invalidHCICommandParameters }
      controller.hostState.resolvingList.timeout = command.rpaTimeout
      return .success
    }
    complete(LEReadPeerResolvableAddressCommand.self) { controller, command in
      LEReadPeerResolvableAddressCommand.Return {
        let list = controller.hostState.resolvingList
        let peer = command.peerIdentityAddress
        guard peer.kind.isPublicOrRandom else { return $0.status = .invalidHCICommandParameters }
        guard let heard = list.index(of: peer).flatMap({ list.entries[$0].heardAddress }) else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.peerResolvableAddress = heard.bdAddr
      }
    }
    complete(LEReadLocalResolvableAddressCommand.self) { controller, command in
      LEReadLocalResolvableAddressCommand.Return {
        let peer = command.peerIdentityAddress
        guard peer.kind.isPublicOrRandom else { return $0.status = .invalidHCICommandParameters }
        guard let made = controller.privateAddress(for: peer) else {
          return $0.status = .unknownConnectionIdentifier
        }
        $0.localResolvableAddress = made.bdAddr
      }
    }
  }
}

extension VirtualController {
  /// Whether the keys are needed, so that they must not change. [Vol 4, Part E, 7.8.38]
  fileprivate var isResolvingListInUse: Bool {
    hostState.resolvingList.isEnabled && isDiscovering && !faults.contains(.resolvingListChangedInUse)
  }

  fileprivate func addToResolvingList(_ command: LEAddDeviceToResolvingListCommand) -> ErrorCode {
    guard !isResolvingListInUse else { return .commandDisallowed }
    let peer = command.peerIdentityAddress
    guard peer.kind.isPublicOrRandom, hostState.resolvingList.index(of: peer) == nil else {
      return .invalidHCICommandParameters
    }
    guard hostState.resolvingList.entries.count < ResolvingList.capacity else {
      return .memoryCapacityExceeded
    }
    hostState.resolvingList.append(
      ResolvingList.Entry(
        peer: peer, peerKey: UInt128(leastSignificantFirst: command.peerIRK),
        localKey: UInt128(leastSignificantFirst: command.localIRK)))
    return .success
  }

  fileprivate func changeResolvingList(
    _ peer: DeviceAddress, _ change: (inout ResolvingList, Int) -> Void
  ) -> ErrorCode {
    guard !isResolvingListInUse else { return .commandDisallowed }
    guard peer.kind.isPublicOrRandom else { return .invalidHCICommandParameters }
    guard let index = hostState.resolvingList.index(of: peer) else { return .unknownConnectionIdentifier }
    change(&hostState.resolvingList, index)
    return .success
  }
}

extension CommandHandlers {
  mutating func addFilterAcceptListCommands() {
    complete(LEReadFilterAcceptListSizeCommand.self) { _, _ in
      LEReadFilterAcceptListSizeCommand.Return { $0.filterAcceptListSize = UInt8(FilterAcceptList.capacity) }
    }
    complete(status: LEClearFilterAcceptListCommand.self) { controller, _ in
      guard !controller.usesFilterAcceptList else { return .commandDisallowed }
      controller.hostState.filterAcceptList.entries = []
      return .success
    }
    complete(status: LEAddDeviceToFilterAcceptListCommand.self) { controller, command in
      controller.changeFilterAcceptList(command.address) { list, device in
        if list.contains(device) { return .success }
        guard list.entries.count < FilterAcceptList.capacity else { return .memoryCapacityExceeded }
        list.entries.append(device)
        return .success
      }
    }
    complete(status: LERemoveDeviceFromFilterAcceptListCommand.self) { controller, command in
      controller.changeFilterAcceptList(command.address) { list, device in
        list.entries.removeAll { $0 == device }
        return .success
      }
    }
  }
}

extension VirtualController {
  fileprivate func changeFilterAcceptList(
    _ device: DeviceAddress, _ change: (inout FilterAcceptList, DeviceAddress) -> ErrorCode
  ) -> ErrorCode {
    guard !usesFilterAcceptList else { return .commandDisallowed }
    if device.kind == .anonymous { return change(&hostState.filterAcceptList, FilterAcceptList.anonymous) }
    guard device.kind.isPublicOrRandom else { return .invalidHCICommandParameters }
    return change(&hostState.filterAcceptList, device)
  }
}
