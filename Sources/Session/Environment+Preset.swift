public import AccessoryProfile
public import RadioModel

extension Environment {
  /// The place of a preset, the devices at a distance in metres.
  public init(_ preset: EnvironmentPreset, distanceMetres: Double) {
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
