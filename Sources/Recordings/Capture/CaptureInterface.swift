public import CoreTypes

/// An interface of a capture, in the order of the file.
public enum CaptureInterface: Int, Sendable, CaseIterable {
  /// The air between the two devices.
  case link = 0
  /// Between the host and the controller of the phone, which is the initiator but in cases that turn the roles round.
  case hciInitiator = 1
  /// Between the host and the controller of the accessory.
  case hciReflector = 2
  /// The steps of Channel Sounding, which a capture has on request alone: Wireshark warns of them where the
  /// dissector is not installed.
  case steps = 3

  /// The interfaces of a capture.
  public static func all(withSteps: Bool) -> [CaptureInterface] {
    withSteps ? allCases : [.link, .hciInitiator, .hciReflector]
  }

  /// The HCI of the device with `role`.
  public init(hciOf role: CSRole) {
    self = role == .initiator ? .hciInitiator : .hciReflector
  }

  /// The name in Wireshark's `frame.interface_name`.
  public var name: String {
    switch self {
    case .link: "ll"
    case .hciInitiator: "hci-initiator"
    case .hciReflector: "hci-reflector"
    case .steps: "cs-steps"
    }
  }

  /// The longer name in the file's properties.
  public var text: String {
    switch self {
    case .link: "LE air interface"
    case .hciInitiator: "HCI of the phone, whichever CS role it takes"
    case .hciReflector: "HCI of the accessory, whichever CS role it takes"
    case .steps: "Channel Sounding steps of both ends"
    }
  }

  /// The link type: 256 is the LE link layer and 201 is HCI H4, each with a pseudo-header; 147 is USER0.
  public var linkType: UInt16 {
    switch self {
    case .link: 256
    case .hciInitiator, .hciReflector: 201
    case .steps: 147
    }
  }
}
