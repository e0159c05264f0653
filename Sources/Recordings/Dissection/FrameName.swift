public import Capture

/// What a frame is, in a few words.
public enum FrameName {
  /// As `LL_CS_CONFIG_REQ, central to peripheral`, of the frame that a reader has just given.
  public static func text(_ frame: RecordedFrame, of recording: RecordingReader) -> String {
    var conversation = Conversation()
    let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
    switch packet.direction ?? frame.direction {
    case .centralToPeripheral: return "\(packet.name), central to peripheral"
    case .peripheralToCentral: return "\(packet.name), peripheral to central"
    case .unknown, .hostToController, .controllerToHost: return packet.name
    }
  }
}
