internal import CoreTypes
internal import HCI

extension CommandHandlers {
  mutating func addFilterAcceptListCommands() {
    complete(LEReadFilterAcceptListSizeCommand.self) { _, _ in
      LEReadFilterAcceptListSizeReturn { $0.filterAcceptListSize = UInt8(FilterAcceptList.capacity) }
    }
    complete(LEClearFilterAcceptListCommand.self) { controller, _ in
      guard !controller.usesFilterAcceptList else { return StatusReturn { $0.status = .commandDisallowed } }
      controller.hostState.filterAcceptList.entries = []
      return StatusReturn()
    }
    complete(LEAddDeviceToFilterAcceptListCommand.self) { controller, command in
      StatusReturn {
        $0.status = controller.changeFilterAcceptList(command.addressType, command.address) {
          list, device in
          if list.contains(device) { return .success }
          guard list.entries.count < FilterAcceptList.capacity else { return .memoryCapacityExceeded }
          list.entries.append(device)
          return .success
        }
      }
    }
    complete(LERemoveDeviceFromFilterAcceptListCommand.self) { controller, command in
      StatusReturn {
        $0.status = controller.changeFilterAcceptList(command.addressType, command.address) {
          list, device in
          list.entries.removeAll { $0 == device }
          return .success
        }
      }
    }
  }
}

extension VirtualController {
  fileprivate func changeFilterAcceptList(
    _ addressType: UInt8, _ address: [UInt8],
    _ change: (inout FilterAcceptList, DeviceAddress) -> ErrorCode
  ) -> ErrorCode {
    guard !usesFilterAcceptList else { return .commandDisallowed }
    guard let kind = DeviceAddress.Kind(rawValue: addressType) else { return .invalidHCICommandParameters }
    return change(&hostState.filterAcceptList, DeviceAddress(octets: address, kind: kind))
  }
}
