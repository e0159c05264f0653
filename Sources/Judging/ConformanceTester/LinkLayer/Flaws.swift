package import ChannelSounding
package import CoreTypes
package import LinkLayer

/// One change that makes a valid value invalid.
package struct Flaw<Value>: Sendable {
  /// What is wrong, for people.
  package let name: String
  /// Changes the value.
  package let spoil: @Sendable (inout Value) -> Void

  package init(_ name: String, _ spoil: @escaping @Sendable (inout Value) -> Void) {
    self.name = name
    self.spoil = spoil
  }
}

extension Flaw where Value == CSConfigReq {
  /// Values that no configuration may have, a field at a time.
  package static let outOfRange = [
    Flaw("Config_ID 4") { $0.configID = 4 },
    Flaw("Config_ID 63") { $0.configID = 63 },
    Flaw("Action 2") { $0.action = 2 },
    Flaw("ChM with 14 channels") {
      $0.configuration.channelMap = CSChannelMap(channels: 2..<16)
    },
    Flaw("ChM with 14 channels and 3 reserved ones") {
      $0.configuration.channelMap = CSChannelMap(channels: Array(2..<16) + [23, 24, 25])
    },
    Flaw("ChM_Repetition 0") { $0.configuration.channelMapRepetition = 0 },
    Flaw("Main_Mode 0") { $0.configuration.mainMode = 0 },
    Flaw("Main_Mode 4") { $0.configuration.mainMode = 4 },
    Flaw("Sub_Mode 0") {
      ($0.configuration.subMode, $0.configuration.minMainModeSteps, $0.configuration.maxMainModeSteps) = (
        0, 2, 4
      )
    },
    Flaw("Sub_Mode 2 of Main_Mode 1") {
      (
        $0.configuration.mainMode, $0.configuration.subMode, $0.configuration.minMainModeSteps,
        $0.configuration.maxMainModeSteps
      ) = (1, 2, 2, 4)
    },
    Flaw("Main_Mode_Min_Steps above Main_Mode_Max_Steps") {
      ($0.configuration.subMode, $0.configuration.minMainModeSteps, $0.configuration.maxMainModeSteps) = (
        1, 5, 4
      )
    },
    Flaw("Main_Mode_Repetition 4") { $0.configuration.mainModeRepetition = 4 },
    Flaw("Mode_0_Steps 0") { $0.configuration.mode0Steps = 0 },
    Flaw("Mode_0_Steps 4") { $0.configuration.mode0Steps = 4 },
    Flaw("CS_SYNC_PHY 0") { $0.configuration.csSyncPHY = 0 },
    Flaw("CS_SYNC_PHY 4") { $0.configuration.csSyncPHY = 4 },
    Flaw("RTT_Type 7") { ($0.configuration.mainMode, $0.configuration.rttType) = (1, 7) },
    Flaw("Role 2") { $0.configuration.role = 2 },
    Flaw("ChSel 2") { $0.configuration.channelSelection = 2 },
    Flaw("T_IP1 8") { $0.configuration.tIP1 = TIP(index: 8) },
    Flaw("T_IP2 8") { $0.configuration.tIP2 = TIP(index: 8) },
    Flaw("T_FCS 10") { $0.configuration.tFCS = TFCS(index: 10) },
    Flaw("T_PM 3") { $0.configuration.tPM = TPM(index: 3) },
  ]

  /// Values that only channel selection #3c makes wrong.
  package static let outOfRange3c = [
    Flaw("Ch3cJump 1 with #3c") {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump) = (.algorithm3c, 1)
    },
    Flaw("Ch3cJump 9 with #3c") {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump) = (.algorithm3c, 9)
    },
    Flaw("Ch3cShape 2 with #3c") {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump, $0.configuration.ch3cShape) = (1, 2, 2)
    },
    Flaw("ChM_Repetition 2 with #3c and Ch3cJump 2") {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump) = (.algorithm3c, 2)
      $0.configuration.channelMapRepetition = 2
    },
    Flaw("ChM_Repetition 4 with #3c and Ch3cJump 8") {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump) = (.algorithm3c, 8)
      $0.configuration.channelMapRepetition = 4
    },
  ]

  /// Values that are legal, but not declared by a device in that role.
  ///
  /// - Parameter hasEnhancements: whether the PDU has an octet for them, by the reading in force.
  package static func undeclared(
    by capabilities: CSCapabilities, as role: CSRole, hasEnhancements: Bool
  ) -> [Flaw] {
    var flaws: [Flaw] = []
    func add(_ name: String, if isMissing: Bool, _ spoil: @escaping @Sendable (inout CSConfigReq) -> Void) {
      if isMissing { flaws.append(Flaw(name, spoil)) }
    }
    func addTimes<List>(
      _ name: String, _ claimed: CSTimes<List>,
      _ field: @escaping @Sendable (inout CSConfigReq, CSTime<List>) -> Void
    ) {
      guard let missing = CSTime<List>.all.first(where: { !claimed.contains($0) }) else { return }
      add("\(name) of \(missing)", if: true) { field(&$0, missing) }
    }
    addTimes("T_IP1", capabilities.tIP1) { $0.configuration.tIP1 = $1 }
    addTimes("T_IP2", capabilities.tIP2) { $0.configuration.tIP2 = $1 }
    addTimes("T_FCS", capabilities.tFCS) { $0.configuration.tFCS = $1 }
    addTimes("T_PM", capabilities.tPM) { $0.configuration.tPM = $1 }
    add("mode-3", if: !capabilities.supportsMode3) { $0.configuration.mainMode = .mode3 }
    add("sub mode 3", if: !capabilities.supportsMode3) {
      ($0.configuration.subMode, $0.configuration.minMainModeSteps, $0.configuration.maxMainModeSteps) = (
        3, 2, 4
      )
    }
    let on2M = capabilities.tail.rtt2MSoundingN == 0 && capabilities.tail.rtt2MRandomSequenceN == 0
    add("sounding sequence", if: capabilities.rttSoundingN == 0 && on2M) {
      ($0.configuration.mainMode, $0.configuration.rttType) = (.mode1, .sounding32)
    }
    add("random sequence", if: capabilities.rttRandomSequenceN == 0 && on2M) {
      ($0.configuration.mainMode, $0.configuration.rttType) = (.mode1, .random32)
    }
    add("CS_SYNC on LE 2M", if: !capabilities.csSyncPHYs.contains(.le2M)) {
      $0.configuration.csSyncPHY = .le2M
    }
    add("CS_SYNC on LE 2M 2BT", if: !capabilities.csSyncPHYs.contains(.le2M2BT)) {
      $0.configuration.csSyncPHY = .le2M2BT
    }
    add("#3c", if: !capabilities.subfeatures.contains(.channelSelection3c)) {
      ($0.configuration.channelSelection, $0.configuration.ch3cJump) = (.algorithm3c, 2)
    }
    let other: CSRole = role.peer
    add("the other role", if: !capabilities.roles.contains(other.capability)) { $0.configuration.role = role }
    let lacksInlinePCT = role == .reflector && !capabilities.subfeatures.contains(.inlinePCT)
    add("inline PCT", if: hasEnhancements && lacksInlinePCT) {
      $0.configuration.enhancements = .inlinePCT
    }
    return flaws
  }
}

extension Flaw where Value == ScheduleOffer {
  /// Values that no LL_CS_REQ may have on a link with an interval of 30 ms.
  package static let requests = [
    Flaw("Offset_Min 499 us") { $0.offsetMin = 499 },
    Flaw("Offset_Min 4 s") { ($0.offsetMin, $0.offsetMax) = (4_000_000, 4_000_000) },
    Flaw("Offset_Max below Offset_Min") { ($0.offsetMin, $0.offsetMax) = (5000, 4999) },
    Flaw("Offset_Max of a connection interval") { $0.offsetMax = 30_000 },
    Flaw("Event_Interval 0") { $0.schedule.eventInterval = 0 },
    Flaw("Subevents_Per_Event 0") { $0.schedule.subeventsPerEvent = 0 },
    Flaw("Subevents_Per_Event 33") {
      ($0.schedule.subeventsPerEvent, $0.schedule.subeventInterval) = (33, 20)
    },
    Flaw("Subevent_Len 1249 us") { $0.schedule.subeventLen = 1249 },
    Flaw("Subevent_Len above 4 s") { $0.schedule.subeventLen = 4_000_001 },
    Flaw("Subevent_Interval 0 for two subevents") { $0.schedule.subeventsPerEvent = 2 },
    Flaw("overlapping subevents") {
      ($0.schedule.subeventsPerEvent, $0.schedule.subeventLen, $0.schedule.subeventInterval) = (2, 5000, 8)
    },
    Flaw("ACI 8") { $0.schedule.aci = 8 },
    Flaw("Preferred_Peer_Ant 0") { $0.schedule.preferredPeerAntenna = 0 },
  ]

  /// An ACI that is legal, but has more paths than a device declares; none if it declares all.
  package static func undeclared(by capabilities: CSCapabilities) -> [Flaw] {
    AntennaConfiguration.defined.filter { $0.pathCount > capabilities.maxAntennaPaths }.prefix(1).map { aci in
      Flaw("ACI of \(aci.pathCount) paths") { $0.schedule.aci = aci }
    }
  }

  /// Values of LL_CS_RSP that exceed the offer of LL_CS_REQ.
  package static let responses = [
    Flaw("Offset_Min below the requested value") { $0.offsetMin -= 1 },
    Flaw("Offset_Max below Offset_Min") { $0.offsetMax = $0.offsetMin - 1 },
    Flaw("an earlier connEventCount") { $0.schedule.connEventCount -= 40 },
    Flaw("Event_Interval 0") { $0.schedule.eventInterval = 0 },
    Flaw("a longer Subevent_Len") { $0.schedule.subeventLen.rawValue += 1 },
    Flaw("more subevents") {
      ($0.schedule.subeventsPerEvent, $0.schedule.subeventInterval) = ($0.schedule.subeventsPerEvent + 1, 60)
    },
    Flaw("a shorter Subevent_Interval") { $0.schedule.shortenSubeventInterval() },
  ]
}

extension Flaw where Value == CSSchedule {
  /// Values of LL_CS_IND that exceed the offer, on a link with an interval of 30 ms.
  package static let indications = [
    Flaw("Offset below the window") { $0.offset = 501 },
    Flaw("Offset above the window") { $0.offset = 30_000 },
    Flaw("Event_Interval 0") { $0.eventInterval = 0 },
    Flaw("Subevents_Per_Event 0") { $0.subeventsPerEvent = 0 },
    Flaw("a longer Subevent_Len") { $0.subeventLen.rawValue += 1 },
    Flaw("more subevents") {
      ($0.subeventsPerEvent, $0.subeventInterval) = ($0.subeventsPerEvent + 1, 60)
    },
    Flaw("an earlier connEventCount") { $0.connEventCount -= 200 },
    Flaw("ACI 7") { $0.aci = 7 },
    Flaw("a shorter Subevent_Interval") { $0.shortenSubeventInterval() },
  ]
}

extension CSSchedule {
  /// Lets subevents follow each other faster than offered. Where one subevent was offered, a second exceeds the offer.
  fileprivate mutating func shortenSubeventInterval() {
    subeventsPerEvent = max(2, subeventsPerEvent)
    subeventInterval.rawValue &-= 1
  }
}
