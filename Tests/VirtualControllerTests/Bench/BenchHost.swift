import CoreTypes
import HCI
import Initiator
import ProcedureRanging
import VirtualController

/// A host that sends what a test tells it, writes down what it hears, and answers key requests.
final class BenchHost {
  let controller: VirtualController
  private(set) var events: [HCIEventValue] = []
  private(set) var data: [ACLPacket] = []
  private(set) var procedures: [ProcedureResult] = []
  private(set) var packetCount = 0
  /// The key it has for the peer, least significant octet first as in HCI.
  var longTermKey: LongTermKey?
  private var collector = ProcedureCollector()

  init(_ controller: VirtualController) {
    self.controller = controller
    controller.host = { [weak self] in self?.receive($0) }
  }

  /// The last link that came up.
  var handle: ConnectionHandle {
    last { $0.connectionComplete?.connectionHandle } ?? 0
  }

  /// One that no link has, if `handle` is that of the only one.
  var unusedHandle: ConnectionHandle { ConnectionHandle(rawValue: handle.rawValue + 1) }

  /// Why the last link that ended did.
  var disconnectionReason: ErrorCode? {
    last { if case .disconnectionComplete(let event) = $0 { event.reason } else { nil } }
  }

  func send(_ command: some HCICommand) { controller.receive(command.packet) }

  func send(message octets: [UInt8]) {
    controller.receive(.acl(ACLPacket(handle: handle, packetBoundary: .firstNonFlushable, data: octets)))
  }

  /// Unmasks every event.
  func openMasks() {
    send(SetEventMaskCommand { $0.eventMask = .all })
    send(LESetEventMaskCommand { $0.leEventMask = .all })
  }

  func forget() {
    events.removeAll()
    data.removeAll()
    procedures.removeAll()
  }

  /// The last event that `select` takes.
  func last<Value>(_ select: (HCIEventValue) -> Value?) -> Value? {
    events.lazy.reversed().compactMap(select).first
  }

  /// The number of events that `select` takes.
  func count(_ select: (HCIEventValue) -> Bool) -> Int { events.count(where: select) }

  /// The status with which the last `Command` was answered.
  func status<Command: HCICommand>(of _: Command.Type) -> ErrorCode? {
    last {
      switch $0 {
      case .commandStatus(let event) where event.commandOpcode == Command.opcode: event.status
      case .commandComplete(let event) where event.commandOpcode == Command.opcode: event.status
      default: nil
      }
    }
  }

  private func receive(_ packet: HCIPacket) {
    packetCount += 1
    switch packet {
    case .acl(let packet): data.append(packet)
    case .event(let packet):
      do {
        receive(try HCIEventValue(packet))
      } catch {
        preconditionFailure("the controller sent an event that is none: \(error)")
      }
    case .command, .sco, .iso: break
    }
  }

  private func receive(_ event: HCIEventValue) {
    events.append(event)
    if let procedure = collector.receive(event, packetIndex: packetCount) { procedures.append(procedure) }
    guard case .leLongTermKeyRequest(let request) = event else { return }
    if let longTermKey {
      send(
        LELongTermKeyRequestReplyCommand {
          $0.connectionHandle = request.connectionHandle
          $0.longTermKey = longTermKey
        })
    } else {
      send(LELongTermKeyRequestNegativeReplyCommand { $0.connectionHandle = request.connectionHandle })
    }
  }
}

extension BenchHost {
  /// What the last `Command` returned; nil if it was not answered so.
  func returned<Command: HCICompletedCommand>(_: Command.Type) -> Command.Return? {
    last { event in
      guard case .commandComplete(let complete) = event, complete.commandOpcode == Command.opcode else {
        return nil
      }
      do { return try Command.returned(in: complete) } catch { return nil }
    }
  }
}
