internal import HCI

/// Which events the host wants.
struct EventMasks {
  /// HCI_Set_Event_Mask
  var page1: UInt64 = 0x0000_1FFF_FFFF_FFFF
  /// HCI_Set_Event_Mask_Page_2
  var page2: UInt64 = 0
  /// The 255 octets of HCI_LE_Set_Event_Mask [v2]; [v1] sets the first eight.
  var le: [UInt8] = [0x1F] + [UInt8](repeating: 0, count: 254)

  /// Sets the first 64 bits of the mask of the LE meta events and leaves the others. [Vol 4, Part E, 7.8.1]
  mutating func setLE(_ bits: UInt64) {
    for octet in 0..<8 { le[octet] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * octet)) }
  }

  /// Whether the host has unmasked an event; an LE event needs its own bit and that of all LE events.
  /// [Vol 4, Part E, 7.3.1]
  func admits(_ code: EventCode) -> Bool {
    if let bit = code.eventMaskPage2Bit { return page2 >> UInt64(bit) & 1 == 1 }
    let isAdmitted = code.eventMaskBit.map { page1 >> UInt64($0) & 1 == 1 } ?? true
    guard let bit = code.leEventMaskBit else { return isAdmitted }
    return isAdmitted && le[bit / 8] >> UInt8(bit % 8) & 1 == 1
  }
}
