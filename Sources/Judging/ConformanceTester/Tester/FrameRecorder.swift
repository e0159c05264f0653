internal import Capture
internal import ChannelSounding
package import CoreTypes
internal import HCI
package import LinkLayer
package import ProcedureRanging
internal import Session
internal import SimulationKernel
package import Verdicts
package import VirtualController
internal import VirtualHost
internal import Wire

/// Sees every frame and packet of a run, numbers them as the capture does, and keeps the evidence for cases.
package final class FrameRecorder: AirTap {
  /// A control PDU seen on the air.
  package struct ObservedPDU {
    /// Its frame in the capture.
    package let frame: Int
    /// Whether the central sent it.
    package let isFromCentral: Bool
    /// Whether it was encrypted on the air.
    package let isEncrypted: Bool
    /// The decoded PDU.
    package let pdu: ControlPDU
  }

  /// An advertising PDU, or a request to an advertiser, on a primary channel.
  package struct ObservedAdvertisement {
    /// Its frame in the capture.
    package let frame: Int
    let start: Instant
    /// The channel it was sent on.
    package let channel: ChannelIndex
    let octets: [UInt8]
  }

  /// The clock for packets without a time of their own.
  weak var clock: Simulation?
  private var log: CaptureLog
  private var stretches = CaptureStretches()
  /// The control PDUs in order.
  package private(set) var controlPDUs: [ObservedPDU] = []
  /// What was on the primary advertising channels, in order.
  package private(set) var advertisements: [ObservedAdvertisement] = []
  /// Frame numbers of what the initiator's controller sent to its host, in order; 0 for what is not kept.
  package private(set) var initiatorEvents: [Int] = []
  /// Frame numbers of what the accessory's controller sent to its host, in order; 0 for what is not kept.
  package private(set) var accessoryEvents: [Int] = []
  /// The CS subevents, as sent by both ends.
  package private(set) var subevents: [ObservedSubevent] = []
  /// The CS subevents in which one end took part alone.
  package private(set) var missedSubevents: [LoneSubevent] = []
  /// What the subevents of all cases exercised.
  package private(set) var exercised: Set<Exercise> = []
  /// Whether the accessory may initiate, as controllers that the tester drives do.
  var accessoryMayInitiate = false
  /// The procedures that the accessory's controller reported.
  package private(set) var accessoryProcedures: [ProcedureResult] = []
  /// Selected_TX_Power of the last start that the accessory's controller reported, in dBm; nil before one.
  package private(set) var accessoryTXPower: TransmitPowerLevel?
  /// Whether `accessoryProcedures` grows.
  var collectsProcedures = true
  private var accessoryCollector = ProcedureCollector()
  /// The last frame or packet of any kind; 0 before the first.
  private(set) var lastFrame = 0

  init(log: CaptureLog) { self.log = log }

  /// Records to another capture from now on, whose frames count from 1.
  func record(to log: CaptureLog) {
    self.log = log
    lastFrame = 0
    forget()
  }

  /// Records what passes between a controller and its host, and reports it to `traffic`.
  func watch(_ controller: any HCIController, as role: CSRole, traffic: HostTraffic? = nil) {
    // The tap belongs to the controller, which is there whenever it calls it.
    controller.hciTap = { [weak self, unowned controller] packet, isFromHost in
      guard let self else { return }
      let now = controller.simulation.now
      hciPacket(packet, role: role, isFromHost: isFromHost, at: now)
      traffic?.take(packet, isFromHost: isFromHost, at: now, frame: lastFrame)
    }
  }

  /// Drops what was seen of the case before; the capture stays.
  func forget() {
    controlPDUs.removeAll()
    accessoryTXPower = nil
    forgetAdvertisements()
    forgetProcedures()
  }

  /// Drops what was seen on the advertising channels; the capture stays.
  package func forgetAdvertisements() { advertisements.removeAll(keepingCapacity: true) }

  /// Drops the procedures and subevents seen so far; the capture stays.
  package func forgetProcedures() {
    subevents.removeAll(keepingCapacity: true)
    missedSubevents.removeAll(keepingCapacity: true)
    accessoryProcedures.removeAll(keepingCapacity: true)
  }

  // MARK: Long runs

  /// Begins a stretch of the run that may repeat the stretches before it.
  func beginStretch() {
    stretches.append(
      CaptureStretches.Mark(
        frame: log.count, controlPDU: controlPDUs.count, initiatorEvent: initiatorEvents.count,
        accessoryEvent: accessoryEvents.count))
  }

  /// Ends a stretch and begins the next one.
  ///
  /// - Parameter isOrdinary: whether it repeats the stretches before it. The capture keeps only the last of these, and
  ///   every other stretch with its predecessor.
  func nextStretch(isOrdinary: Bool) {
    let hasControl = stretches.last.map { $0.controlPDU < controlPDUs.count } ?? true
    if isOrdinary, !hasControl {
      dropStretches(but: 1)
    } else {
      stretches.keepAll()
    }
    beginStretch()
  }

  /// Ends the last stretch; a remark in the capture says how much is not kept.
  func endStretches() {
    for (frame, count) in stretches.gaps where frame <= log.count {
      log.comment(
        frame: frame, text: "\(count) frames before this one are not kept: they repeat the kept frames")
    }
    stretches = CaptureStretches()
  }

  private func dropStretches(but kept: Int) {
    while let (first, next) = stretches.takeOldest(but: kept) {
      guard first.frame < next.frame else { continue }
      let count = next.frame - first.frame
      log.remove(first.frame + 1...next.frame)
      lastFrame -= count
      for index in first.initiatorEvent..<initiatorEvents.count {
        initiatorEvents[index] = index < next.initiatorEvent ? 0 : initiatorEvents[index] - count
      }
      for index in first.accessoryEvent..<accessoryEvents.count {
        accessoryEvents[index] = index < next.accessoryEvent ? 0 : accessoryEvents[index] - count
      }
      stretches.moveUp(by: count)
    }
  }

  /// Takes a frame of the air.
  package func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    let number = log.append(LinkFrame(frame, rssi: rssi, isEncrypted: log.isEncrypted))
    lastFrame = number
    observe(frame, number)
  }

  /// Takes the keys of a link.
  package func encryptionStarts(_ start: EncryptionStart) { log.append(CapturedKeys(start)) }

  private func observe(_ frame: AirFrame, _ number: Int) {
    if case .advertising = frame.direction {
      advertisements.append(
        ObservedAdvertisement(
          frame: number, start: frame.start, channel: frame.channel, octets: frame.octets))
    }
    let octets = frame.plaintext ?? frame.octets
    guard !frame.direction.isAdvertising, octets.count > 2, LLID(header: octets[0]) == .control else {
      return
    }
    do {
      controlPDUs.append(
        ObservedPDU(
          frame: number, isFromCentral: frame.direction == .centralToPeripheral,
          isEncrypted: frame.plaintext != nil, pdu: try ControlPDU(decoding: Array(octets[2...]))))
    } catch {
      // A control PDU without an opcode is no evidence; the frame is in the capture.
      return
    }
  }

  /// The CONNECT_IND PDUs in order, each with its frame in the capture.
  package var connectRequests: [(frame: Int, request: ConnectInd)] {
    advertisements.compactMap { seen in
      do {
        guard case .connectInd(_, let request) = try AdvertisingPDU(decoding: seen.octets) else { return nil }
        return (seen.frame, request)
      } catch {
        return nil
      }
    }
  }

  /// Whether the capture is to have the steps of Channel Sounding.
  package var watchesSteps: Bool { log.wantedSteps > 0 }

  /// Takes the steps of a subevent that begins.
  package func subeventBegan(_ steps: ObservedSteps) {
    log.queue(StepFrame.frames(of: steps, first: log.wantedSteps))
  }

  /// Takes a subevent that has ended.
  package func subeventEnded(_ subevent: ObservedSubevent) {
    log.appendSteps(by: .distantFuture)
    subevents.append(subevent)
    let terms = subevent.initiator
    guard terms.aci.isDefined else { return }
    exercised.formUnion(Exercise.all(in: terms.configuration, terms.aci, mayInitiate: accessoryMayInitiate))
  }

  /// Keeps a subevent in which one end took part alone.
  package func subeventMissed(_ subevent: LoneSubevent) { missedSubevents.append(subevent) }

  /// Records a packet between a host and its controller.
  func hciPacket(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    let number = log.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: time))
    lastFrame = number
    guard !isFromHost else { return }
    if role == .initiator { return initiatorEvents.append(number) }
    accessoryEvents.append(number)
    if collectsProcedures, case .event(let event) = packet { collect(event) }
  }

  /// The events that `collect` takes.
  private static let collected: [EventCode] = [
    .leCSProcedureEnableComplete, .leCSSubeventResult, .leCSSubeventResultContinue,
  ]

  /// Joins what the accessory reports to its own host.
  private func collect(_ packet: EventPacket) {
    guard Self.collected.contains(packet.eventCode) else { return }
    do {
      let event = try HCIEventValue(packet)
      if case .leCSProcedureEnableComplete(let start) = event, start.reportsStart {
        accessoryTXPower = start.selectedTXPower
      }
      let procedure = accessoryCollector.receive(event, packetIndex: accessoryEvents.count - 1)
      if let procedure { accessoryProcedures.append(procedure) }
    } catch {
      // The driver of the controller reports that the event cannot be read; it has no procedure.
      return
    }
  }

  /// Records octets that are no packet.
  func garbage(_ octets: [UInt8], role: CSRole, _ direction: HCIFrame.Direction) {
    guard let clock else { return }
    lastFrame = log.append(HCIFrame(time: clock.now, role: role, direction: direction, packet: octets))
  }

  /// Whether there are frames and all of them are control PDUs.
  func areControlPDUs(_ frames: [Int]) -> Bool {
    !frames.isEmpty && frames.allSatisfy { frame in controlPDUs.contains { $0.frame == frame } }
  }

  /// The last control PDU that `select` takes.
  func last(fromCentral: Bool, where select: (ControlPDU) -> Bool) -> ObservedPDU? {
    controlPDUs.last { $0.isFromCentral == fromCentral && select($0.pdu) }
  }
}
