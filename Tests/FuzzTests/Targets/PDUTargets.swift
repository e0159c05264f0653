import LinkLayer
import Wire

/// The PDUs of the air.
enum PDUTargets {
  static func control(_ octets: [UInt8]) {
    do {
      let pdu = try ControlPDU(decoding: octets)
      precondition(pdu.encoded == octets, "\(pdu.name) comes back as it was")
      _ = pdu.ctrData.listed()
    } catch {
      precondition(octets.isEmpty, "any opcode is a PDU")
    }
  }

  static func advertising(_ octets: [UInt8]) {
    do {
      let pdu = try AdvertisingPDU(decoding: octets)
      precondition(pdu.encoded == octets, "\(pdu.name) comes back as it was")
      _ = pdu.payload.listed()
    } catch {
      _ = "\(error)"
    }
  }

  static func data(_ octets: [UInt8]) {
    do {
      let pdu = try DataPDU(decoding: octets)
      precondition(pdu.encoded() == octets, "a data PDU comes back as it was")
      if pdu.llid == .control { control(pdu.payload) }
    } catch {
      _ = "\(error)"
    }
  }
}
