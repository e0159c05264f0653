public import AccessoryProfile
public import CoreTypes
public import RadioModel

extension Environment {
  /// The place of a preset, the devices at a distance in metres until the run starts.
  ///
  /// - Parameter start: when the run starts, and with it what moves.
  public init(_ preset: EnvironmentPreset, distanceMetres: Double, start: Instant = .start) {
    self.init(distanceMetres: distanceMetres)
    motionStart = start
    lossAtOneMetreDecibels = preset.lossAtOneMetreDecibels
    pathLossExponent = preset.pathLossExponent
    directPathLossDecibels = preset.directPathLossDecibels
    echoes = preset.extraPaths.map {
      Echo(
        excessMetres: $0.extraMetres, gainDecibels: -$0.lossDecibels,
        phaseRadians: $0.phaseDegrees * .pi / 180)
    }
    ground = preset.ground.map {
      GroundReflection(
        initiatorHeightMetres: $0.initiatorHeightMetres, reflectorHeightMetres: $0.reflectorHeightMetres,
        coefficient: $0.coefficient)
    }
    scattering = preset.scattering.map(Scattering.init)
    antennaPathOffsetsMetres = preset.antennaPathOffsetsMetres ?? antennaPathOffsetsMetres
    antennas = preset.antennas.map {
      AntennaGeometry(
        initiator: $0.initiator.map(AntennaGeometry.Position.init),
        reflector: $0.reflector.map(AntennaGeometry.Position.init))
    }
    interferers = preset.interference.map {
      Interferer(channels: $0.channels, duty: $0.duty, levelDecibels: $0.levelDecibels)
    }
    motion = Motion(preset.motion)
    attack = preset.attack.map(Attack.init)
  }
}

extension Scattering {
  fileprivate init(_ preset: EnvironmentPreset.Scattering) {
    self.init(
      kFactorDecibels: preset.kFactorDecibels, decayNanoseconds: preset.decayNanoseconds,
      tapCount: preset.tapCount,
      clusters: preset.clusters.map {
        Clusters(
          count: $0.count, spacingNanoseconds: $0.spacingNanoseconds, decayNanoseconds: $0.decayNanoseconds)
      },
      redraw: preset.isRedrawnEachProcedure ? .procedure : .run)
  }
}

extension AntennaGeometry.Position {
  fileprivate init(_ preset: EnvironmentPreset.Antennas.Position) {
    self.init(x: preset.x, y: preset.y, z: preset.z)
  }
}

extension Motion {
  fileprivate init(_ preset: EnvironmentPreset.Motion) {
    switch preset {
    case .still: self = .still
    case .radial(let speed): self = .radial(metresPerSecond: speed)
    case .path(let points, let speed):
      self = .path(points.map { WayPoint(xMetres: $0.x, yMetres: $0.y) }, metresPerSecond: speed)
    }
  }
}

extension Attack {
  fileprivate init(_ preset: EnvironmentPreset.Attack) {
    switch preset {
    case .relay(let delay): self = .relay(delayNanoseconds: delay)
    case .rollOver: self = .rollOver
    case .earlyDetectLateCommit(let advance): self = .earlyDetectLateCommit(advanceNanoseconds: advance)
    }
  }
}
