internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import Profiles
internal import VirtualHost

/// What a client scans for.
struct ClientScan {
  /// Advertisers of one of these; all where it is nil.
  var services: [BluetoothUUID]?
  /// Whether each report is reported, not each accessory once, and again when it says more.
  var allowsDuplicates: Bool
  /// The accessories that the client knows from this scan, with the kinds of AD structures that it knows of each.
  var reported: [AccessoryIdentifier: Set<ADType>] = [:]
}

extension PhoneSystem {
  /// Has the controller scan while a client wants that. One change at a time: a start takes two commands, and a stop
  /// between them would come too early.
  func updateScan() {
    let isWanted = clients.contains { $0.scan != nil }
    guard state == .poweredOn, !isChangingScan, isWanted != isScanning else { return }
    (isScanning, isChangingScan) = (isWanted, true)
    if isWanted { scanRecord = ScanRecord() }
    let interval = ScanTime(nearestMilliseconds: profile.apps.scanIntervalMilliseconds)
    let window = ScanTime(nearestMilliseconds: profile.apps.scanWindowMilliseconds)
    phone.run(isWanted ? phone.startScan(interval: interval, window: window) : phone.stopScan()) {
      [weak self] _ in
      self?.isChangingScan = false
      self?.updateScan()
    }
  }

  /// Takes a report of the controller. An app in the background hears of each accessory once, and only of those that
  /// advertise a service that it scans for.
  func take(_ report: LEAdvertisingReportEvent.Report) {
    guard isScanning else { return }
    let heard = scanRecord.take(report)
    let sighting = heard.sighting
    let accessory = meet(sighting.address)
    learnName(sighting.data.localName, of: accessory)
    for client in clients {
      let isInBackground = client.isOfApp && !isForeground
      guard let scan = client.scan, scan.admits(sighting.data), !isInBackground || scan.services != nil,
        !(client.isOfApp && hidesOthersFromApps) || accessory.setup?.awaitsApp == false
      else { continue }
      if isInBackground || !scan.allowsDuplicates {
        guard heard.isWhole, client.scan?.learn(sighting.data, of: accessory.identifier) == true else {
          continue
        }
      }
      client.report(.discovered(accessory.identifier, sighting))
    }
  }

  private func learnName(_ name: String?, of accessory: KnownAccessory) {
    guard let name, name != accessory.name else { return }
    accessory.name = name
    for client in clients { client.report(.nameChanged(accessory.identifier, name)) }
  }
}

extension ClientScan {
  fileprivate func admits(_ data: AdvertisingData) -> Bool {
    guard let services else { return true }
    return data.serviceUUIDs.contains { services.contains($0) }
  }

  /// Learns what an accessory says. Returns whether there is more than the client knows.
  fileprivate mutating func learn(_ data: AdvertisingData, of identifier: AccessoryIdentifier) -> Bool {
    let types = Set(data.structures.map(\.type))
    let isNews = reported[identifier].map { !types.isSubset(of: $0) } ?? true
    reported[identifier, default: []].formUnion(types)
    return isNews
  }
}
