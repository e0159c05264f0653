import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import VirtualController

/// One thing that an accessory sends or hears otherwise than it should: the smallest mistakes that can be made
/// systematically, so that each check of the catalogue can be shown to decide.
struct WireDefect: Hashable, Sendable {
  /// Where it happens.
  enum Place: Hashable, Sendable {
    /// A control PDU on its way to the peer.
    case sent(ControlOpcode)
    /// A control PDU of the peer.
    case heard(ControlOpcode)
    /// A message on a fixed L2CAP channel on its way to the peer, by its first octet.
    case message(channel: UInt8, code: UInt8)
    /// A message of the peer.
    case heardMessage(channel: UInt8, code: UInt8)
    /// An event on its way to the host.
    case event(EventCode)
    /// Return parameters of a command.
    case returned(Opcode)
    /// A command of the host.
    case command(Opcode)
  }

  /// What happens.
  enum Change: Hashable, Sendable {
    /// It does not come.
    case missing
    /// It comes twice.
    case twice
    /// It comes after what follows it.
    case late
    /// An answer to a command is Command Complete in place of Command Status, or the other way round.
    case otherAnswer
    /// An octet, counted from 0 behind the opcode, has a bit turned.
    case bit(Int, of: Int)
    /// An octet, counted from 0 behind the opcode, is 0.
    case zero(of: Int)
    /// The last octet is left out.
    case shorter
    /// An octet is added at the end.
    case longer
    /// It passes, and the link is ended over it.
    case hangsUp
    /// It passes, and 300 ms later the link is ended over it.
    case hangsUpLater
    /// A request is refused with LL_REJECT_EXT_IND and this code in place of its answer.
    case refused(UInt8)

    /// Whether what passes the place is left as it is.
    var passes: Bool { [.hangsUp, .hangsUpLater].contains(self) }
  }

  /// When it happens, of the times that something passes the place, counted from 1.
  enum Span: Hashable, Sendable {
    case always
    case only(Int)
    case from(Int)

    /// The first time.
    var first: Int {
      switch self {
      case .always: 1
      case .only(let time), .from(let time): time
      }
    }

    func contains(_ time: Int) -> Bool {
      switch self {
      case .always: true
      case .only(let only): time == only
      case .from(let first): time >= first
      }
    }
  }

  let place: Place
  let change: Change
  var span = Span.always

  /// What each PDU answers that can be refused instead.
  static let requests: [ControlOpcode: ControlOpcode] = [
    .featureRsp: .featureReq, .lengthRsp: .lengthReq, .phyRsp: .phyReq, .pingRsp: .pingReq,
    .csCapabilitiesRsp: .csCapabilitiesReq, .csConfigRsp: .csConfigReq, .csSecRsp: .csSecReq,
    .csFAERsp: .csFAEReq, .csRsp: .csReq, .csInd: .csReq, .csTerminateRsp: .csTerminateReq,
    .encRsp: .encReq, .connectionParamRsp: .connectionParamReq,
  ]
}

// MARK: Planting

extension WireDefect {
  /// How often the place was passed, over all controllers of a run, and what waits there.
  private final class Passage {
    private var count = 0
    private var heldPDU: ControlPDU?
    private var heldPacket: HCIPacket?

    /// Counts one more, and says whether it is spoilt.
    func isSpoilt(_ span: Span) -> Bool {
      count += 1
      return span.contains(count)
    }

    /// What goes out with a PDU, after which what was held goes out too.
    func release(behind pdus: [ControlPDU], holding next: ControlPDU?) -> [ControlPDU] {
      defer { heldPDU = next }
      return pdus + (heldPDU.map { [$0] } ?? [])
    }

    func release(behind packets: [HCIPacket], holding next: HCIPacket?) -> [HCIPacket] {
      defer { heldPacket = next }
      return packets + (heldPacket.map { [$0] } ?? [])
    }
  }

  /// What gives controllers of one run the defect.
  func planter() -> (VirtualController) -> Void {
    let passage = Passage()
    return { controller in controller.linkProbe = probe(passage, controller) }
  }

  private func probe(_ passage: Passage, _ controller: VirtualController) -> LinkProbe {
    let probe = LinkProbe()
    let span = span
    let isSpoilt = { [change, weak controller] in
      guard passage.isSpoilt(span) else { return false }
      switch change {
      case .hangsUp: controller?.hangUp(after: .zero)
      case .hangsUpLater: controller?.hangUp(after: .milliseconds(300))
      default: break
      }
      return true
    }
    switch place {
    case .sent(let opcode):
      probe.outgoing = { pdu in
        let isSpoilt = pdu.opcode == opcode && isSpoilt()
        let isLate = isSpoilt && change == .late
        return passage.release(behind: isSpoilt ? changed(pdu) : [pdu], holding: isLate ? pdu : nil)
      }
    case .heard(let opcode):
      probe.admits = { $0.opcode != opcode || !isSpoilt() || change.passes }
    case .message, .command:
      probe.fromHost = { spoil($0, at: WireTraffic.place(ofHost: $0), passage, isSpoilt) }
    case .heardMessage, .event, .returned:
      probe.toHost = { spoil($0, at: WireTraffic.place(toHost: $0), passage, isSpoilt) }
    }
    return probe
  }

  private func spoil(
    _ packet: HCIPacket, at place: Place?, _ passage: Passage, _ isSpoiltNow: () -> Bool
  ) -> [HCIPacket] {
    let isSpoilt = place == self.place && isSpoiltNow()
    let isLate = isSpoilt && change == .late
    return passage.release(behind: isSpoilt ? changed(packet) : [packet], holding: isLate ? packet : nil)
  }

  private func changed(_ pdu: ControlPDU) -> [ControlPDU] {
    switch change {
    case .missing, .late, .otherAnswer: return []
    case .hangsUp, .hangsUpLater: return [pdu]
    case .twice: return [pdu, pdu]
    case .refused(let code):
      let request = Self.requests[pdu.opcode] ?? .csReq
      return [.rejectExtInd(RejectExtInd(rejectOpcode: request, errorCode: ErrorCode(rawValue: code)))]
    case .bit, .zero, .shorter, .longer:
      do {
        return [try ControlPDU(decoding: changed(pdu.encoded, behind: 1))]
      } catch {
        return [pdu]
      }
    }
  }

  private func changed(_ packet: HCIPacket) -> [HCIPacket] {
    switch (change, packet) {
    case (.missing, _), (.late, _), (.refused, _): return []
    case (.hangsUp, _), (.hangsUpLater, _): return [packet]
    case (.twice, _): return [packet, packet]
    case (.otherAnswer, .event(let event)): return [.event(WireTraffic.otherAnswer(event))]
    case (_, .acl(var data)):
      // Behind the length and the channel of L2CAP and the code.
      data.data = changed(data.data, behind: 5)
      return [.acl(data)]
    case (_, .event(let event)):
      let parameters = changed(event.parameters, behind: WireTraffic.start(in: event))
      return [.event(EventPacket(code: event.code, parameters: parameters))]
    case (_, .command(let command)):
      return [
        .command(CommandPacket(opcode: command.opcode, parameters: changed(command.parameters, behind: 0)))
      ]
    default: return [packet]
    }
  }

  private func changed(_ octets: [UInt8], behind start: Int) -> [UInt8] {
    switch change {
    case .bit(let bit, let place) where start + place < octets.count:
      var octets = octets
      octets[start + place] ^= 1 << bit
      return octets
    case .zero(let place) where start + place < octets.count:
      var octets = octets
      octets[start + place] = 0
      return octets
    case .shorter where octets.count > start: return octets.dropLast()
    case .longer: return octets + [0]
    default: return octets
    }
  }
}

extension VirtualController {
  /// Ends every link as a host does that has had enough of it.
  fileprivate func hangUp(after delay: Picoseconds) {
    simulation.schedule(after: delay) { [weak self] in
      let handles = (0...64).map(ConnectionHandle.init(rawValue:))
      for handle in handles where self?.eventCounter(of: handle) != nil {
        self?.receive(DisconnectCommand { $0.connectionHandle = handle }.packet)
      }
    }
  }
}
