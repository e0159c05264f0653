internal import LinkLayer

/// A way to spoil one of the PDUs that start procedures.
struct StartFlaw<Start>: Sendable {
  let name: String
  let spoil: @Sendable (inout Start) -> Void

  init(_ name: String, _ spoil: @escaping @Sendable (inout Start) -> Void) {
    self.name = name
    self.spoil = spoil
  }
}

extension StartFlaw where Start == CSReq {
  /// Values that no LL_CS_REQ may have on a link with an interval of 30 ms.
  static let requests = [
    StartFlaw("Offset_Min 499 us") { $0.offsetMin = 499 },
    StartFlaw("Offset_Min 4 s") { ($0.offsetMin, $0.offsetMax) = (4_000_000, 4_000_000) },
    StartFlaw("Offset_Max below Offset_Min") { ($0.offsetMin, $0.offsetMax) = (5000, 4999) },
    StartFlaw("Offset_Max of a connection interval") { $0.offsetMax = 30_000 },
    StartFlaw("Event_Interval 0") { $0.eventInterval = 0 },
    StartFlaw("Subevents_Per_Event 0") { $0.subeventsPerEvent = 0 },
    StartFlaw("Subevents_Per_Event 33") { ($0.subeventsPerEvent, $0.subeventInterval) = (33, 20) },
    StartFlaw("Subevent_Len 1249 us") { $0.subeventLen = 1249 },
    StartFlaw("Subevent_Len above 4 s") { $0.subeventLen = 4_000_001 },
    StartFlaw("Subevent_Interval 0 for two subevents") { $0.subeventsPerEvent = 2 },
    StartFlaw("subevents that overlap") {
      ($0.subeventsPerEvent, $0.subeventLen, $0.subeventInterval) = (2, 5000, 8)
    },
    StartFlaw("ACI 8") { $0.aci = 8 },
    StartFlaw("Preferred_Peer_Ant 0") { $0.preferredPeerAnt = 0 },
  ]
}

extension StartFlaw where Start == CSRsp {
  /// Answers that go beyond what LL_CS_REQ offered.
  static let responses = [
    StartFlaw("Offset_Min below the one asked for") { $0.offsetMin -= 1 },
    StartFlaw("Offset_Max below Offset_Min") { $0.offsetMax = $0.offsetMin - 1 },
    StartFlaw("an earlier connEventCount") { $0.connEventCount &-= 40 },
    StartFlaw("Event_Interval 0") { $0.eventInterval = 0 },
    StartFlaw("a longer Subevent_Len") { $0.subeventLen += 1 },
    StartFlaw("more subevents") {
      ($0.subeventsPerEvent, $0.subeventInterval) = ($0.subeventsPerEvent + 1, 60)
    },
  ]
}

extension StartFlaw where Start == CSInd {
  /// Indications that go beyond what was offered.
  static let indications = [
    StartFlaw("Offset below the window") { $0.offset = 501 },
    StartFlaw("Offset above the window") { $0.offset = 29_000 },
    StartFlaw("Event_Interval 0") { $0.eventInterval = 0 },
    StartFlaw("Subevents_Per_Event 0") { $0.subeventsPerEvent = 0 },
    StartFlaw("a longer Subevent_Len") { $0.subeventLen += 1 },
    StartFlaw("more subevents") {
      ($0.subeventsPerEvent, $0.subeventInterval) = ($0.subeventsPerEvent + 1, 60)
    },
    StartFlaw("an earlier connEventCount") { $0.connEventCount &-= 200 },
    StartFlaw("ACI 7") { $0.aci = 7 },
  ]
}
