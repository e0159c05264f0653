import AccessoryProfile
import Capture

/// Files that a user names.
enum FileTargets {
  static func capture(_ octets: [UInt8]) {
    do {
      let file = try PcapngReader().read(octets)
      for packet in file.packets { _ = file.nanoseconds(of: packet) }
    } catch {
      _ = "\(error)"
    }
  }

  /// Every kind of document; each refuses the others with a message.
  static func profile(_ octets: [UInt8]) {
    let file = "input.yaml"
    let load: ProfileLoader = { path throws(ProfileErrors) in
      guard path == file else {
        throw ProfileErrors(.unreadable(reason: "there is no other file"), at: SourcePosition(file: path))
      }
      return octets
    }
    read { () throws(ProfileErrors) in _ = try AccessoryProfile.read(file: file, load: load) }
    read { () throws(ProfileErrors) in _ = try PhoneProfile.read(file: file, load: load) }
    read { () throws(ProfileErrors) in _ = try EnvironmentPreset.read(file: file, load: load) }
    read { () throws(ProfileErrors) in _ = try RequirementSet.read(file: file, load: load) }
  }

  private static func read(_ body: () throws(ProfileErrors) -> Void) {
    do {
      try body()
    } catch {
      _ = "\(error)"
    }
  }
}
