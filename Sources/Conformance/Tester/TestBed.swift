internal import AccessoryProfile
internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import RadioModel
internal import Reflector
internal import SimulationKernel
internal import VirtualController

/// The two ends of one test case, in a simulation of their own: an accessory that has power, and a phone.
final class TestBed {
  let simulation: Simulation
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
    let air = Air(
      simulation: simulation,
      environment: Environment(request.environment, distanceMetres: request.distanceMetres))
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    initiator = VirtualInitiator(
      .phone(request.phone, interpretations: request.profile.interpretations), air: air)
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
    pathLossExponent = preset.pathLossExponent
    echoes = preset.extraPaths.map {
      Echo(
        excessMetres: $0.extraMetres, gainDecibels: preset.directPathLossDecibels - $0.lossDecibels,
        phaseRadians: $0.phaseDegrees * .pi / 180)
    }
  }
}

extension ControllerDescription {
  /// The controller of a phone.
  static func phone(_ phone: PhoneProfile, interpretations: Interpretations) -> ControllerDescription {
    var identity = LinkIdentity(
      version: CoreVersion.v6_3.rawValue, companyID: 0x004C, subversion: 0,
      features: FeatureSet([
        .leEncryption, .connectionParametersRequest, .extendedRejectIndication,
        .peripheralInitiatedFeaturesExchange, .lePing, .dataPacketLengthExtension, .le2MPHY,
        .channelSelectionAlgorithm2, .channelSounding, .channelSoundingToneQualityIndication,
        .extendedFeatureSet, .channelSoundingEnhancement1,
      ]))
    identity.interpretations = interpretations
    identity.csCapabilities = .phone(phone)
    identity.deviations.probesUndeclared = true
    var radio = RadioParameters()
    // Faster than any accessory: two equal oscillators settle alike and hide that they have not settled.
    radio.settlingMicroseconds = 0.5
    return ControllerDescription(
      name: "initiator", address: DeviceAddress(0xC0FF_EE00_0001, kind: .public), identity: identity,
      clock: DeviceClock(offsetPpm: -1.5), radio: radio)
  }
}

extension CSCapabilities {
  /// What a phone can do: the times the phone wants, and every T_FCS, of which each case offers one.
  static func phone(_ phone: PhoneProfile) -> CSCapabilities {
    var capabilities = CSCapabilities()
    capabilities.numConfigs = 4
    capabilities.numAntennas = 2
    capabilities.maxAntennaPaths = 4
    capabilities.roles = [.initiator]
    capabilities.rttAAOnlyN = 10
    capabilities.csSyncPHYs = 0b110
    capabilities.subfeatures = [.noFAE]
    capabilities.tIP1 = CSTime.bits(phone.tIP1Microseconds, of: CSTime.tIP)
    capabilities.tIP2 = CSTime.bits(phone.tIP2Microseconds, of: CSTime.tIP)
    capabilities.tFCS = CSTime.bits(CSTime.tFCS, of: CSTime.tFCS)
    capabilities.tPM = CSTime.bits(phone.tPMMicroseconds, of: CSTime.tPM)
    capabilities.tSW = 1
    return capabilities
  }
}

extension CSTime {
  /// The capability bits of some of `times`; the mandatory last one has none.
  static func bits(_ values: [Int], of times: [Int]) -> UInt16 {
    values.reduce(0) { bits, value in
      guard let index = times.firstIndex(of: value), index < times.count - 1 else { return bits }
      return bits | 1 << UInt16(index)
    }
  }
}
