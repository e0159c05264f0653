internal import AccessoryProfile
internal import Capture
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import RadioModel
internal import Reflector
internal import SimulationKernel
internal import VirtualController

/// The two ends of one test case, in a simulation of their own: an accessory that has power, and a phone.
final class TestBed {
  let simulation: Simulation
  /// What lies between the two.
  let environment: Environment
  let recorder: FrameRecorder
  let initiator: VirtualInitiator
  let accessory: VirtualAccessory
  private(set) var accessoryProcedures: [ProcedureResult] = []
  private var accessoryCollector = ProcedureCollector()
  private var accessoryPacketCount = 0

  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  init(_ request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog) {
    simulation = Simulation(seed: seed, start: start)
    environment = Environment(request.environment, distanceMetres: request.distanceMetres)
    let air = Air(simulation: simulation, environment: environment)
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    initiator = VirtualInitiator(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    accessory = VirtualAccessory(request.profile, air: air)
    watch(initiator.controller, as: .initiator)
    accessory.onPowerOn = { [weak self] controller in self?.watch(controller, as: .reflector) }
    accessory.powerOn()
  }

  private func watch(_ controller: VirtualController, as role: CSRole) {
    controller.hciTap = { [weak self] packet, isFromHost in
      guard let self else { return }
      recorder.hciPacket(packet, role: role, isFromHost: isFromHost, at: simulation.now)
      if role == .reflector, !isFromHost { collect(packet) }
    }
  }

  /// Takes all power away, so that nothing keeps the two ends alive.
  func close() {
    initiator.controller.powerOff()
    accessory.powerOff()
    simulation.cancelAll()
  }

  /// Joins what the accessory reports to its own host.
  private func collect(_ packet: HCIPacket) {
    defer { accessoryPacketCount += 1 }
    guard case .event(let event) = packet else { return }
    do {
      let procedure = accessoryCollector.receive(
        try HCIEventValue(event), packetIndex: accessoryPacketCount)
      if let procedure { accessoryProcedures.append(procedure) }
    } catch {
      preconditionFailure("our controller sent an event that is none: \(error)")
    }
  }

  /// Drops procedures and subevents seen so far.
  func forgetProcedures() {
    accessoryProcedures.removeAll(keepingCapacity: true)
    initiator.forgetEvents()
    recorder.forgetSubevents()
  }
}

extension Environment {
  /// The place of a preset, at a distance.
  init(_ preset: EnvironmentPreset, distanceMetres: Double) {
    self.init(distanceMetres: distanceMetres)
    lossAtOneMetreDecibels = preset.lossAtOneMetreDecibels
    pathLossExponent = preset.pathLossExponent
    directPathLossDecibels = preset.directPathLossDecibels
    echoes = preset.extraPaths.map {
      Echo(
        excessMetres: $0.extraMetres, gainDecibels: -$0.lossDecibels,
        phaseRadians: $0.phaseDegrees * .pi / 180)
    }
  }
}
