internal import CoreTypes
internal import HCI
internal import LinkLayer

extension CommandHandlers {
  mutating func addExtendedScanCommands() {
    complete(.extended, status: LESetExtendedScanParametersCommand.self) { $0.setExtendedScanning($1) }
    complete(.extended, status: LESetExtendedScanEnableCommand.self) { $0.enableExtendedScanning($1) }
    begin(.extended, LEExtendedCreateConnectionCommand.self) { controller, command in
      controller.initiateExtended(command)
    }
  }
}

extension VirtualController {
  /// The PHYs whose bits are set; nil if one of them is reserved or lacking, or is not among `allowed`.
  private func phys(_ set: PHYSet, among allowed: [PHY]) -> [PHY]? {
    let named = allowed.filter { set.supports($0) && supports($0) }
    return PHYSet(named.map { PHYSet($0) }) == set ? named : nil
  }

  fileprivate func setExtendedScanning(_ command: LESetExtendedScanParametersCommand) -> ErrorCode {
    guard !scanner.isScanning else { return .commandDisallowed }
    guard let phys = phys(command.scanningPHYs, among: [.le1M, .leCoded]),
      command.scanningFilterPolicy.isBasic
    else { return .unsupportedFeatureOrParameterValue }
    let windows = zip(phys, command.phys).map { phy, parameters in
      ScanParameters.Window(
        phy: phy, isActive: parameters.scanType == .active, interval: parameters.scanInterval,
        window: parameters.scanWindow)
    }
    guard !windows.isEmpty, windows.allSatisfy(\.isLegal), command.phys.allSatisfy(\.scanType.isDefined),
      command.ownAddressType.isDefined
    else { return .invalidHCICommandParameters }
    scanner.parameters = ScanParameters(
      windows: windows, ownAddressType: command.ownAddressType,
      usesFilterAcceptList: command.scanningFilterPolicy == .filterAcceptList)
    return .success
  }

  fileprivate func enableExtendedScanning(_ command: LESetExtendedScanEnableCommand) -> ErrorCode {
    guard command.enable.isDefined else { return .invalidHCICommandParameters }
    guard command.enable.isEnabled else {
      scanner.stopScanning()
      return .success
    }
    let duration = command.duration.limit
    let period = duration == nil ? nil : command.period.repetition
    guard command.filterDuplicates.isDefined, command.filterDuplicates != .withinPeriod || period != nil,
      ownAddress(type: scanner.parameters.ownAddressType) != nil
    else { return .invalidHCICommandParameters }
    if let duration, let period, duration >= period { return .invalidHCICommandParameters }
    scanner.duplicateFilter = command.filterDuplicates
    scanner.startScanning(duration: duration, period: period)
    return .success
  }

  fileprivate func initiateExtended(_ command: LEExtendedCreateConnectionCommand) -> ErrorCode {
    guard scanner.target == nil else { return .commandDisallowed }
    guard let phys = phys(command.initiatingPHYs, among: [.le1M, .le2M, .leCoded]) else {
      return .unsupportedFeatureOrParameterValue
    }
    let parameters = zip(phys, command.phys).map { phy, block in
      ConnectionTarget.Parameters(
        phy: phy,
        window: ScanParameters.Window(phy: phy, interval: block.scanInterval, window: block.scanWindow),
        range: block.parameters)
    }
    let isAnyPeer = command.initiatorFilterPolicy == .filterAcceptList
    let peer = isAnyPeer ? nil : command.peerAddress.asPublicOrRandom
    guard command.initiatorFilterPolicy.isDefined, command.ownAddressType.isDefined,
      let ownAddress = initiatorAddress(type: command.ownAddressType, peer: peer)
    else { return .invalidHCICommandParameters }
    let target = ConnectionTarget(
      peer: peer, ownAddress: ownAddress, ownAddressType: command.ownAddressType, isExtended: true,
      phys: parameters)
    guard !target.windows.isEmpty, target.windows.allSatisfy(\.isLegal),
      parameters.allSatisfy(\.range.isLegal)
    else { return .invalidHCICommandParameters }
    scanner.startInitiating(target)
    return .success
  }
}
