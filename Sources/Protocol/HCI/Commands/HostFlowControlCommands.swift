public import Wire

/// Says whether data to the host waits for its buffers. [Vol 4, Part E, 7.3.38]
public struct SetControllerToHostFlowControlCommand: HCICompletedCommand {
  public static let opcode = Opcode.setControllerToHostFlowControl

  public var flowControlEnable: FlowControlEnable = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Flow_Control_Enable", &flowControlEnable)
  }
}

/// Says which data buffers the host has. [Vol 4, Part E, 7.3.39]
public struct HostBufferSizeCommand: HCICompletedCommand {
  public static let opcode = Opcode.hostBufferSize

  /// In octets.
  public var hostACLDataPacketLength: UInt16 = 0
  /// In octets.
  public var hostSynchronousDataPacketLength: UInt8 = 0
  /// The number of buffers.
  public var hostTotalNumACLDataPackets: UInt16 = 0
  /// The number of buffers.
  public var hostTotalNumSynchronousDataPackets: UInt16 = 0

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("Host_ACL_Data_Packet_Length", &hostACLDataPacketLength)
    try visitor.u8("Host_Synchronous_Data_Packet_Length", &hostSynchronousDataPacketLength)
    try visitor.u16("Host_Total_Num_ACL_Data_Packets", &hostTotalNumACLDataPackets)
    try visitor.u16("Host_Total_Num_Synchronous_Data_Packets", &hostTotalNumSynchronousDataPackets)
  }
}

/// Says that the host has free buffers again; nothing answers it. [Vol 4, Part E, 7.3.40]
public struct HostNumberOfCompletedPacketsCommand: HCICommand {
  public static let opcode = Opcode.hostNumberOfCompletedPackets

  /// The connections and how many of their packets the host has done with.
  public var connections: [NumberOfCompletedPacketsEvent.Completed] = []

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.counted("Num_Handles", &connections)
  }
}
