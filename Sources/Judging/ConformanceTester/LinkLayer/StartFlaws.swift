package import LinkLayer

extension Flaw where Value == CSReq {
  /// Values that no LL_CS_REQ may have on a link with an interval of 30 ms.
  package static let requests = [
    Flaw("Offset_Min 499 us") { $0.offsetMin = 499 },
    Flaw("Offset_Min 4 s") { ($0.offsetMin, $0.offsetMax) = (4_000_000, 4_000_000) },
    Flaw("Offset_Max below Offset_Min") { ($0.offsetMin, $0.offsetMax) = (5000, 4999) },
    Flaw("Offset_Max of a connection interval") { $0.offsetMax = 30_000 },
    Flaw("Event_Interval 0") { $0.eventInterval = 0 },
    Flaw("Subevents_Per_Event 0") { $0.subeventsPerEvent = 0 },
    Flaw("Subevents_Per_Event 33") { ($0.subeventsPerEvent, $0.subeventInterval) = (33, 20) },
    Flaw("Subevent_Len 1249 us") { $0.subeventLen = 1249 },
    Flaw("Subevent_Len above 4 s") { $0.subeventLen = 4_000_001 },
    Flaw("Subevent_Interval 0 for two subevents") { $0.subeventsPerEvent = 2 },
    Flaw("subevents that overlap") {
      ($0.subeventsPerEvent, $0.subeventLen, $0.subeventInterval) = (2, 5000, 8)
    },
    Flaw("ACI 8") { $0.aci = 8 },
    Flaw("Preferred_Peer_Ant 0") { $0.preferredPeerAnt = 0 },
  ]
}

extension Flaw where Value == CSRsp {
  /// Answers that go beyond what LL_CS_REQ offered.
  package static let responses = [
    Flaw("Offset_Min below the one asked for") { $0.offsetMin -= 1 },
    Flaw("Offset_Max below Offset_Min") { $0.offsetMax = $0.offsetMin - 1 },
    Flaw("an earlier connEventCount") { $0.connEventCount &-= 40 },
    Flaw("Event_Interval 0") { $0.eventInterval = 0 },
    Flaw("a longer Subevent_Len") { $0.subeventLen += 1 },
    Flaw("more subevents") {
      ($0.subeventsPerEvent, $0.subeventInterval) = ($0.subeventsPerEvent + 1, 60)
    },
  ]
}

extension Flaw where Value == CSInd {
  /// Indications that go beyond what was offered.
  package static let indications = [
    Flaw("Offset below the window") { $0.offset = 501 },
    Flaw("Offset above the window") { $0.offset = 29_000 },
    Flaw("Event_Interval 0") { $0.eventInterval = 0 },
    Flaw("Subevents_Per_Event 0") { $0.subeventsPerEvent = 0 },
    Flaw("a longer Subevent_Len") { $0.subeventLen += 1 },
    Flaw("more subevents") {
      ($0.subeventsPerEvent, $0.subeventInterval) = ($0.subeventsPerEvent + 1, 60)
    },
    Flaw("an earlier connEventCount") { $0.connEventCount &-= 200 },
    Flaw("ACI 7") { $0.aci = 7 },
  ]
}
