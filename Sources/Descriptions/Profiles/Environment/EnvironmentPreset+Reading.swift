public import Documents

extension EnvironmentPreset {
  /// Reads an environment, and its taps file. Throws everything that is wrong with either, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> EnvironmentPreset {
    try read(file: file, setting: nil, load: load)
  }

  /// The same with one number in place of the one that is written.
  public static func read(
    file: String, setting: Knob.Setting?, load: DocumentLoader
  ) throws(DocumentErrors) -> EnvironmentPreset {
    let root = try CheckedDocument(
      file: file, schema: EnvironmentRules.schema, setting: setting, load: load
    ).root
    let errors = EnvironmentContradictions.errors(in: root)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    var preset = EnvironmentPreset(root)
    if let name = root.text("taps_file") {
      let tapsFile = CheckedDocument.resolve(name, relativeTo: file)
      preset.extraPaths += try TapsFile.paths(octets: try load(tapsFile), file: tapsFile)
    }
    return preset
  }

  private init(_ root: Section) {
    id = root.text("id") ?? ""
    summary = root.text("description") ?? ""
    origin = root.text("origin") ?? ""
    lossAtOneMetreDecibels = root.number("loss_at_1_m_db", or: 40.2)
    pathLossExponent = root.number("path_loss_exponent", or: 2)
    directPathLossDecibels = root.number("direct_path_loss_db", or: 0)
    extraPaths = root.sections("extra_paths").map { section in
      Path(
        extraMetres: section.number("extra_m", or: 0), lossDecibels: section.number("loss_db", or: 0),
        phaseDegrees: section.number("phase_deg", or: 0))
    }
    ground = root.has("ground_reflection") ? Ground(root.section("ground_reflection")) : nil
    scattering = root.has("scattering") ? Scattering(root.section("scattering")) : nil
    antennaPathOffsetsMetres =
      root.has("antenna_path_offsets_m") ? root.numbers("antenna_path_offsets_m") : nil
    antennas = root.has("antennas") ? Antennas(root.section("antennas")) : nil
    interference = root.sections("interference").map(Interferer.init)
    motion = Motion(root.section("motion"))
    attack = root.has("attack") ? Attack(root.section("attack")) : nil
  }
}

extension EnvironmentPreset.Ground {
  fileprivate init(_ section: Section) {
    initiatorHeightMetres = section.number("initiator_height_m", or: 1)
    reflectorHeightMetres = section.number("reflector_height_m", or: 1)
    coefficient = section.number("coefficient", or: 0)
  }
}

extension EnvironmentPreset.Scattering {
  fileprivate init(_ section: Section) {
    kFactorDecibels = section.number("k_factor_db", or: 0)
    decayNanoseconds = section.number("decay_ns", or: 0)
    tapCount = section.integer("taps") ?? 12
    clusters = section.has("clusters") ? Clusters(section.section("clusters")) : nil
    isRedrawnEachProcedure = section.text("redraw") == "procedure"
  }
}

extension EnvironmentPreset.Scattering.Clusters {
  fileprivate init(_ section: Section) {
    count = section.integer("count") ?? 2
    spacingNanoseconds = section.number("spacing_ns", or: 1)
    decayNanoseconds = section.number("decay_ns", or: 1)
  }
}

extension EnvironmentPreset.Antennas {
  fileprivate init(_ section: Section) {
    func positions(_ key: String) -> [Position] {
      section.sections(key).map {
        Position(x: $0.number("x_m", or: 0), y: $0.number("y_m", or: 0), z: $0.number("z_m", or: 0))
      }
    }
    initiator = positions("initiator")
    reflector = positions("reflector")
  }
}

extension EnvironmentPreset.Interferer {
  /// The channel indices that a Wi-Fi network of 20 MHz covers, by its channel 1, 6 or 11.
  static func channels(wiFi channel: Int) -> ClosedRange<Int> {
    switch channel {
    case 1: 2...20
    case 6: 26...45
    default: 50...70
    }
  }

  fileprivate init(_ section: Section) {
    if let channel = section.integer("wifi_channel") {
      channels = Self.channels(wiFi: channel)
    } else {
      let first = section.integer("first_channel") ?? 0
      channels = first...max(first, section.integer("last_channel") ?? first)
    }
    duty = section.number("duty", or: 0)
    levelDecibels = section.number("level_db", or: 0)
  }
}

extension EnvironmentPreset.Motion {
  fileprivate init(_ section: Section) {
    let points = section.sections("way_points").map {
      WayPoint(x: $0.number("x_m", or: 0), y: $0.number("y_m", or: 0))
    }
    if !points.isEmpty {
      self = .path(points, metresPerSecond: section.number("speed_m_s", or: 1))
    } else if section.has("radial_speed_m_s") {
      self = .radial(metresPerSecond: section.number("radial_speed_m_s", or: 0))
    } else {
      self = .still
    }
  }
}

extension EnvironmentPreset.Attack {
  fileprivate init(_ section: Section) {
    switch section.text("kind") {
    case EnvironmentRules.attacks[1]: self = .rollOver
    case EnvironmentRules.attacks[2]:
      self = .earlyDetectLateCommit(advanceNanoseconds: section.number("advance_ns", or: 0))
    default: self = .relay(delayNanoseconds: section.number("delay_ns", or: 0))
    }
  }
}
