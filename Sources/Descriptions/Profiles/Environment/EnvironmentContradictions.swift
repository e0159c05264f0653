internal import Documents

/// Statements of an environment that are legal one by one and cannot hold together.
struct EnvironmentContradictions {
  private var errors: [DocumentError] = []

  /// What cannot hold.
  static func errors(in root: Section) -> [DocumentError] {
    var check = EnvironmentContradictions()
    check.checkAntennas(root)
    for section in root.sections("interference") { check.checkInterferer(section) }
    if root.has("motion") { check.checkMotion(root.section("motion")) }
    if root.has("attack") { check.checkAttack(root.section("attack")) }
    return check.errors
  }

  private mutating func add(
    _ text: String, _ section: Section, _ key: String? = nil, other: String? = nil, fix: String
  ) {
    errors += section.contradiction(text, key, other: other.flatMap(section.position), fix: fix)
  }

  private mutating func checkAntennas(_ root: Section) {
    guard root.has("antennas"), root.has("antenna_path_offsets_m") else { return }
    add(
      "found offsets and positions of the antennas, expected one of them", root, "antenna_path_offsets_m",
      other: "antennas", fix: "Remove one.")
  }

  private mutating func checkInterferer(_ section: Section) {
    let (first, last) = (section.integer("first_channel"), section.integer("last_channel"))
    if section.has("wifi_channel") {
      for key in ["first_channel", "last_channel"] where section.has(key) {
        add(
          "found a channel index and a Wi-Fi channel, expected one of them", section, key,
          other: "wifi_channel", fix: "Remove one.")
      }
    } else if let first, let last {
      if first <= last { return }
      add(
        "found \(last), expected \(first) or more", section, "last_channel", other: "first_channel",
        fix: "Write the lower one first.")
    } else {
      add(
        "found no channels, expected wifi_channel, or first_channel and last_channel", section,
        fix: "Add 'wifi_channel: 6'.")
    }
  }

  private mutating func checkMotion(_ section: Section) {
    let (isRadial, hasWay) = (section.has("radial_speed_m_s"), section.has("way_points"))
    if isRadial {
      for key in ["way_points", "speed_m_s"] where section.has(key) {
        add(
          "found way points and a radial speed, expected one of them", section, key,
          other: "radial_speed_m_s",
          fix: "Remove one.")
      }
    } else if !hasWay {
      add(
        "found no motion, expected radial_speed_m_s, or way_points and speed_m_s", section,
        fix: "Add 'radial_speed_m_s: 1'.")
    } else if !section.has("speed_m_s") {
      add("found no speed, expected it with way points", section, fix: "Add 'speed_m_s: 1.2'.")
    }
  }

  private mutating func checkAttack(_ section: Section) {
    let kind = section.text("kind") ?? ""
    let keys = [("delay_ns", EnvironmentKeys.attacks[0].0), ("advance_ns", EnvironmentKeys.attacks[2].0)]
    for (key, owner) in keys {
      if kind == owner, !section.has(key) {
        add("found no \(key), expected it with \(kind)", section, "kind", fix: "Add '\(key): 200'.")
      } else if kind != owner, section.has(key) {
        add(
          "found \(key) with \(kind), expected it with \(owner)", section, key, other: "kind",
          fix: "Remove it.")
      }
    }
  }
}
