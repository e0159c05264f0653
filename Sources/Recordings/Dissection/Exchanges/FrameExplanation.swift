package import Capture

/// What a frame of a recording is, said for people.
package struct FrameExplanation: Sendable {
  package struct Field: Hashable, Sendable {
    package let name: String
    /// A number, or octets in hex in the order of the air.
    package let value: String
    /// What the value means, as `60, 100, 150 us`; nil where the value says it.
    package let note: String?
  }

  /// A packet inside the frame, outermost first.
  package struct Layer: Hashable, Sendable {
    /// The specification's name of the packet.
    package let name: String
    /// Its fields in order.
    package let fields: [Field]
  }

  /// Another frame that belongs to this one.
  package struct Reference: Hashable, Sendable {
    /// How, as `answers LL_CS_REQ`.
    package let how: String
    /// The number of the other frame.
    package let frame: Int
  }

  /// The number that Wireshark shows, from 1.
  package let number: Int
  /// Where it starts: octets from the start of the file.
  package let offset: Int
  /// The interface, as `ll`; nil where the file names none.
  package let interface: String?
  /// When it was seen; nil where the file does not say.
  package let time: RecordTime?
  /// Which way it went.
  package let direction: RecordedDirection
  /// What it is, as `LL_CS_CONFIG_REQ`.
  package let name: String
  /// What it is for and what it says, a sentence each.
  package let sentences: [String]
  /// How it was received, as `2440 MHz`, `-48 dBm`.
  package let reception: [String]
  /// The packets inside.
  package let layers: [Layer]
  /// What it answers, and what answers it.
  package let references: [Reference]
  /// The remarks on it, as verdicts leave them.
  package let comments: [String]
  /// The octets of the packet, without the headers that a recorder puts before it.
  package let octets: [UInt8]
}

/// Why a frame cannot be explained.
package enum FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording ends before it.
  case noSuchFrame(number: Int, count: Int)
  /// The file fails.
  case unreadable(CaptureError)

  /// The message for people.
  package var description: String {
    switch self {
    case .noSuchFrame(let number, 0): "found no frame, expected frame \(number); the recording has no packet"
    case .noSuchFrame(let number, let count):
      "found \(count) frames, expected frame \(number) among them; give a number from 1 to \(count)"
    case .unreadable(let error): "\(error)"
    }
  }
}

/// What one frame says, without those before it.
package struct FrameContent: Sendable {
  /// As `LL_CS_CONFIG_REQ, central to peripheral`.
  package let name: String
  /// What it is for and what it says, a sentence each.
  package let sentences: [String]
  /// The packets inside.
  package let layers: [FrameExplanation.Layer]

  /// Of the frame that a reader has just given.
  package init(_ frame: RecordedFrame, of recording: RecordingReader) {
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
