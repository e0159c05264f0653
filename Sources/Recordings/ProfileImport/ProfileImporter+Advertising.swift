internal import Analysis
internal import CoreTypes
internal import HostStack
internal import Profiles

extension ProfileImporter {
  /// A fast phase of 30 s is what platforms ask for; after so many seconds there is none.
  private static let longEnough = 60.0
  private static let appearanceType = ADType(rawValue: 0x19)

  mutating func readAdvertising() {
    readAddress()
    readInterval()
    guard let advertiser = accessory.advertisers.first(where: { $0.data != nil }), let data = advertiser.data
    else {
      return
    }
    let seen = accessory
    let cite = { (frame: Int) in seen.citation(advertiser.source, "frame \(frame)") }
    readServices(advertiser)
    draft.profile.advertising.isConnectable = advertiser.isConnectable
    see("advertising.connectable", cite(advertiser.interval?.frame ?? advertiser.firstFrame))
    // The octets of a beacon are in the manufacturer data.
    draft.leaveOut("advertising.beacon")
    var flags = AdvertisingDescription.Flags()
    if let told = data.value.flags { flags = .init(rawValue: told.rawValue & 7) }
    draft.profile.advertising.flags = flags
    let maker = data.value.manufacturerData.first
    draft.profile.advertising.companyID = maker?.company
    draft.profile.advertising.manufacturerData = maker?.data ?? []
    see(
      ["flags", "company_id", "manufacturer_data"].map { "advertising.\($0)" }, cite(data.frame))
    readOptional(advertiser, data.value, cite)
  }

  /// Services of all its data; data without them comes of a bond, or of something else that nobody can see.
  private mutating func readServices(_ advertiser: RecordedAdvertiser) {
    var services: [BluetoothUUID] = []
    for data in advertiser.pastData {
      for service in data.value.serviceUUIDs where !services.contains(service) { services.append(service) }
    }
    draft.profile.advertising.services = services.map {
      $0.octets.count == 2 ? .short(UInt16(octets: $0.octets[0], $0.octets[1])) : .long($0.expanded)
    }
    let first = advertiser.pastData.first { !$0.value.serviceUUIDs.isEmpty } ?? advertiser.data
    guard let first else { return }
    see("advertising.services", accessory.citation(advertiser.source, "frame \(first.frame)"))
    let isSteady = advertiser.pastData.allSatisfy { $0.value.serviceUUIDs == first.value.serviceUUIDs }
    guard isSteady, let bonded = firstBondFrame(advertiser.source), let last = advertiser.lastDataFrame,
      last > bonded
    else { return }
    see(
      "advertising.keeps_services_when_bonded", accessory.citation(advertiser.source, "frame \(last)"))
  }

  /// The frame with which the link of the first bond ended.
  private func firstBondFrame(_ source: Int) -> Int? {
    for account in accessory.accounts where account.source == source {
      guard account.connections.contains(where: { $0.isBonding == true && $0.isEncrypted }) else { continue }
      return account.connections.map(\.lastFrame).min()
    }
    return nil
  }

  /// The interval, as packets show it, else reports, else commands. What comes first may be a fast phase.
  private mutating func readInterval() {
    for kind in [RecordedAdvertiser.Source.air, .reports] {
      let shown = accessory.advertisers.filter { $0.shownBy == kind }
      for advertiser in shown where readPhases(advertiser) { return }
      for advertiser in shown where readSteady(advertiser) { return }
    }
    for advertiser in accessory.advertisers {
      guard let asked = advertiser.interval else { continue }
      draft.profile.advertising.intervalMilliseconds = asked.value.minMicroseconds / 1000
      see("advertising.interval_ms", accessory.citation(advertiser.source, "frame \(asked.frame)"))
      return
    }
    guard accessory.advertisers.contains(where: { !$0.paces.isEmpty }) else { return }
    let seconds = Int(Self.longEnough)
    remarks.append(
      "advertising.interval_ms: not recorded for \(seconds) s, so this may be a fast phase only")
  }

  /// Takes an interval at first and a longer one afterwards; says whether there are both.
  private mutating func readPhases(_ advertiser: RecordedAdvertiser) -> Bool {
    let paces = advertiser.paces
    for (fast, slow) in zip(paces, paces.dropFirst()) {
      guard fast.isSure, slow.isSure, slow.leastMicroseconds > fast.greatestMicroseconds,
        let first = fast.intervalMicroseconds, let second = slow.intervalMicroseconds
      else { continue }
      draft.profile.advertising.fastIntervalMilliseconds = first / 1000
      draft.profile.advertising.fastSeconds = max(1, Int(fast.seconds(to: slow).rounded()))
      draft.profile.advertising.intervalMilliseconds = second / 1000
      let citation = accessory.citation(
        advertiser.source, "\(fast.count) and \(slow.count) advertising events")
      see(["interval_ms", "fast_interval_ms"].map { "advertising.\($0)" }, citation)
      if fast.isStartSeen { see("advertising.fast_duration_s", citation) }
      return true
    }
    return false
  }

  /// Takes an interval that did not change for long; says whether there is one.
  private mutating func readSteady(_ advertiser: RecordedAdvertiser) -> Bool {
    guard let steady = advertiser.paces.first, steady.seconds >= Self.longEnough,
      steady.isSure || steady.oddCount == 0, let interval = steady.intervalMicroseconds
    else { return false }
    draft.profile.advertising.intervalMilliseconds = interval / 1000
    let place = "\(steady.count) advertising events, \(Int(steady.seconds)) s without a change"
    see("advertising.interval_ms", accessory.citation(advertiser.source, place))
    // A scanner may have begun to listen when the fast phase was over.
    guard steady.isStartSeen, advertiser.shownBy == .air else { return true }
    draft.leaveOut("advertising.fast_interval_ms")
    draft.leaveOut("advertising.fast_duration_s")
    return true
  }

  private mutating func readAddress() {
    let own = accessory.fact(\.identityAddress) ?? accessory.fact(\.address)
    let shown = accessory.advertisers.first { $0.address != nil }
    guard let address = own?.value ?? shown?.address else { return }
    let isStatic = address.kind == .public || address.isStatic
    guard isStatic else { return }
    draft.profile.advertising.addressKind = address.kind
    let citation = own?.citation ?? shown.map { accessory.citation($0.source, "frame \($0.firstFrame)") }
    see("advertising.address", citation ?? accessory.files)
  }

  /// Name, power and appearance, which may stand in the scan response.
  private mutating func readOptional(
    _ advertiser: RecordedAdvertiser, _ data: AdvertisingData, _ cite: (Int) -> String
  ) {
    let scan = advertiser.scanResponse
    let isComplete = scan != nil || !advertiser.isScannable
    let all = scan.map { data.merged(with: $0.value) } ?? data
    let frames = (data: advertiser.data?.frame ?? advertiser.firstFrame, scan: scan?.frame)
    // What is in neither is absent from the last of both.
    func place(_ isThere: (ADStructure) -> Bool) -> String {
      cite(data.structures.contains(where: isThere) ? frames.data : frames.scan ?? frames.data)
    }
    let name = all.structures.first { $0.type == .completeLocalName }?.data ?? []
    let namePlace = place { $0.type == .completeLocalName }
    if let text = String(validating: name, as: UTF8.self) {
      draft.profile.advertising.name = text
      if !text.isEmpty || isComplete { see("advertising.name", namePlace) }
    } else {
      remarks.append("advertising.name: \(namePlace) has a name that is not UTF-8")
    }
    draft.profile.advertising.txPowerDbm = all.txPowerLevel
    if all.txPowerLevel != nil || isComplete {
      see("advertising.tx_power_dbm", place { $0.type == .txPowerLevel })
    }
    let isAppearance = { (item: ADStructure) in item.type == Self.appearanceType && item.data.count == 2 }
    let appearance = all.structures.first(where: isAppearance)?.data
    if let appearance {
      draft.profile.advertising.appearance = UInt16(octets: appearance[0], appearance[1])
    }
    if appearance != nil || isComplete { see("advertising.appearance", place(isAppearance)) }
  }
}
