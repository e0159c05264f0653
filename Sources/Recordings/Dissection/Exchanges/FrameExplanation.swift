public import Capture

/// What a frame of a recording is, said for people.
public struct FrameExplanation: Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    /// A number, or octets in hex in the order of the air.
    public let value: String
    /// What the value means, as `60, 100, 150 us`; nil where the value says it.
    public let note: String?
  }

  /// A packet inside the frame, outermost first.
  public struct Layer: Hashable, Sendable {
    /// The specification's name of the packet.
    public let name: String
    /// Its fields in order.
    public let fields: [Field]
  }

  /// Another frame that belongs to this one.
  public struct Reference: Hashable, Sendable {
    /// How, as `answers LL_CS_REQ`.
    public let how: String
    /// The number of the other frame.
    public let frame: Int
  }

  /// The number that Wireshark shows, from 1.
  public let number: Int
  /// Where it starts: octets from the start of the file.
  public let offset: Int
  /// The interface, as `ll`; nil where the file names none.
  public let interface: String?
  /// When it was seen; nil where the file does not say.
  public let time: RecordTime?
  /// Which way it went.
  public let direction: RecordedDirection
  /// What it is, as `LL_CS_CONFIG_REQ`.
  public let name: String
  /// What it is for and what it says, a sentence each.
  public let sentences: [String]
  /// How it was received, as `2440 MHz`, `-48 dBm`.
  public let reception: [String]
  /// The packets inside.
  public let layers: [Layer]
  /// What it answers, and what answers it.
  public let references: [Reference]
  /// The remarks on it, as verdicts leave them.
  public let comments: [String]
  /// The octets of the packet, without the headers that a recorder puts before it.
  public let octets: [UInt8]
}

/// Why a frame cannot be explained.
public enum FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording ends before it.
  case noSuchFrame(number: Int, count: Int)
  /// The file fails.
  case unreadable(CaptureError)

  /// The message for people.
  public var description: String {
    switch self {
    case .noSuchFrame(let number, 0): "found no frame, expected frame \(number); the recording has no packet"
    case .noSuchFrame(let number, let count):
      "found \(count) frames, expected frame \(number) among them; give a number from 1 to \(count)"
    case .unreadable(let error): "\(error)"
    }
  }
}

/// What one frame says, without those before it.
public struct FrameContent: Sendable {
  /// As `LL_CS_CONFIG_REQ, central to peripheral`.
  public let name: String
  /// What it is for and what it says, a sentence each.
  public let sentences: [String]
  /// The packets inside.
  public let layers: [FrameExplanation.Layer]

  /// Of the frame that a reader has just given.
  public init(_ frame: RecordedFrame, of recording: RecordingReader) {
    var conversation = Conversation()
    let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
    name =
      switch packet.direction ?? frame.direction {
      case .centralToPeripheral: "\(packet.name), central to peripheral"
      case .peripheralToCentral: "\(packet.name), peripheral to central"
      case .unknown, .hostToController, .controllerToHost: packet.name
      }
    sentences = packet.sentences
    layers = packet.parts.flatMap(\.layers)
  }
}
