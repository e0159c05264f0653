internal import ChannelSounding
internal import CoreTypes
internal import HCI

/// Channel Sounding in Silicon Labs' API, whose calls and events have the fields of HCI under names of their own.
enum SoundingCalls {
  /// The packet that a line stands for; nil if it is about something else.
  static func packet(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    switch line.name {
    case "bt_evt_cs_result": try result(line)
    case "bt_evt_cs_result_continue": try furtherResult(line)
    case "bt_evt_cs_config_complete": try configuration(line)
    case "bt_evt_cs_procedure_enable_complete": try schedule(line)
    case "bt_evt_cs_security_enable_complete":
      TracePacket(try onConnection(LECSSecurityEnableCompleteEvent(), \.connectionHandle, line))
    case "bt_evt_cs_read_remote_supported_capabilities_complete": try remoteCapabilities(line)
    case "bt_rsp_cs_read_local_supported_capabilities": try localCapabilities(line)
    default: try command(line)
    }
  }

  private static func onConnection<Parameters: HCIParameters>(
    _ parameters: Parameters, _ handle: WritableKeyPath<Parameters, ConnectionHandle>, _ line: TraceLine
  ) throws(TraceFault) -> Parameters {
    var parameters = parameters
    parameters[keyPath: handle] = try line.connection()
    return parameters
  }

  // MARK: Results

  private static func result(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var event = try onConnection(LECSSubeventResultEvent(), \.connectionHandle, line)
    event.configID = try line.value("config_id")
    event.startACLConnEventCounter = try line.value("start_acl_conn_event")
    event.procedureCounter = try line.number("procedure_counter")
    event.frequencyCompensation.rawValue = UInt16(
      bitPattern: try line.number("frequency_compensation") as Int16)
    event.referencePowerLevel = try line.value("reference_power_level")
    event.reported = try steps(line, capacity: LECSSubeventResultEvent.stepCapacity)
    return TracePacket(event)
  }

  private static func furtherResult(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var event = try onConnection(LECSSubeventResultContinueEvent(), \.connectionHandle, line)
    event.configID = try line.value("config_id")
    event.reported = try steps(line, capacity: LECSSubeventResultContinueEvent.stepCapacity)
    return TracePacket(event)
  }

  private static func steps(_ line: TraceLine, capacity: Int) throws(TraceFault) -> ReportedSteps {
    var reported = ReportedSteps()
    reported.procedureDoneStatus = try line.value("procedure_done_status")
    reported.subeventDoneStatus = try line.value("subevent_done_status")
    let reasons: UInt8 = try line.number("abort_reason")
    reported.procedureAbortReason = ProcedureAbortReason(rawValue: reasons & 0x0F)
    reported.subeventAbortReason = SubeventAbortReason(rawValue: reasons >> 4)
    reported.numAntennaPaths = try line.number("num_antenna_paths")
    reported.numStepsReported = try line.number("num_steps")
    reported.steps = try line.octets("data", 0...capacity)
    return reported
  }

  // MARK: What was agreed

  private static func configuration(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    guard let status = try line.status("status") else { return nil }
    var event = try onConnection(LECSConfigCompleteEvent(), \.connectionHandle, line)
    event.status = status
    event.configID = try line.value("config_id")
    event.action = try line.value("config_state")
    try read(&event.block, line)
    event.block.tIP1 = try time("t_ip1_time", line)
    event.block.tIP2 = try time("t_ip2_time", line)
    event.block.tFCS = try time("t_fcs_time", line)
    event.block.tPM = try time("t_pm_time", line)
    return TracePacket(event)
  }

  private static func time<List>(_ key: String, _ line: TraceLine) throws(TraceFault) -> CSTime<List> {
    CSTime(microseconds: Int(try line.number(key) as UInt8))
  }

  private static func read(_ block: inout CSConfiguration, _ line: TraceLine) throws(TraceFault) {
    block.mainMode = try line.value("main_mode_type")
    block.subMode.octet = try line.number("sub_mode_type")
    block.minMainModeSteps = try line.number("min_main_mode_steps")
    block.maxMainModeSteps = try line.number("max_main_mode_steps")
    block.mainModeRepetition = try line.number("main_mode_repetition")
    block.mode0Steps = try line.number("mode_calibration_steps")
    block.role = try line.value("role")
    block.rttType = try line.value("rtt_type")
    block.csSyncPHY = try line.value("cs_sync_phy")
    block.channelMap = CSChannelMap(octets: try line.octets("channel_map", 10...10))
    block.channelMapRepetition = try line.number("channel_map_repetition")
    block.channelSelection = try line.value("channel_selection_type")
    block.ch3cShape = try line.value("ch3c_shape")
    block.ch3cJump = try line.number("ch3c_jump")
    block.enhancements = try line.value("reserved")
  }

  private static func schedule(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    guard let status = try line.status("status") else { return nil }
    var event = try onConnection(LECSProcedureEnableCompleteEvent(), \.connectionHandle, line)
    event.status = status
    event.configID = try line.value("config_id")
    event.state = try line.value("state")
    event.toneAntennaConfigSelection = try line.value("antenna_config")
    event.selectedTXPower.rawValue = try line.number("tx_power")
    event.subeventLen.rawValue = try line.number("subevent_len", in: 0...0xFF_FFFF)
    event.subeventsPerEvent = try line.number("subevents_per_event")
    event.subeventInterval = try line.value("subevent_interval")
    event.eventInterval = try line.number("event_interval")
    event.procedureInterval = try line.number("procedure_interval")
    event.procedureCount = try line.value("procedure_count")
    event.maxProcedureLen = try line.value("max_procedure_len")
    return TracePacket(event)
  }

  // MARK: Capabilities

  private static func remoteCapabilities(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    guard let status = try line.status("status") else { return nil }
    var event = try onConnection(
      LECSReadRemoteSupportedCapabilitiesCompleteEvent(), \.connectionHandle, line)
    event.status = status
    event.capabilities = try capabilities(line)
    return TracePacket(event)
  }

  private static func localCapabilities(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    guard try line.status("result") == .success else { return nil }
    var answer = LECSReadLocalSupportedCapabilitiesCommand.Return()
    answer.capabilities = try capabilities(line)
    return TracePacket(answer: LECSReadLocalSupportedCapabilitiesCommand.commandComplete(answer))
  }

  private static func capabilities(_ line: TraceLine) throws(TraceFault) -> CSCapabilities {
    var capabilities = CSCapabilities()
    capabilities.numConfigs = try line.number("num_config")
    capabilities.maxConsecutiveProcedures = try line.value("max_consecutive_procedures")
    capabilities.numAntennas = try line.number("num_antennas")
    capabilities.maxAntennaPaths = try line.number("max_antenna_paths")
    capabilities.roles = try line.value("roles")
    capabilities.modes = try line.value("modes")
    capabilities.rttCapability = try line.value("rtt_capability")
    capabilities.rttAAOnlyN = try line.number("rtt_aa_only")
    capabilities.rttSoundingN = try line.number("rtt_sounding")
    capabilities.rttRandomSequenceN = try line.number("rtt_random_payload")
    capabilities.csSyncPHYs = try line.value("cs_sync_phys")
    capabilities.subfeatures = try line.value("subfeatures")
    capabilities.tIP1 = try line.value("t_ip1_times")
    capabilities.tIP2 = try line.value("t_ip2_times")
    capabilities.tFCS = try line.value("t_fcs_times")
    capabilities.tPM = try line.value("t_pm_times")
    capabilities.tSW = try line.value("t_sw_times")
    capabilities.txSNR = try line.value("tx_snr_capability")
    return capabilities
  }

  // MARK: Commands

  private static func command(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    switch line.name {
    case "bt_cmd_cs_read_local_supported_capabilities":
      TracePacket(LECSReadLocalSupportedCapabilitiesCommand())
    case "bt_cmd_cs_read_remote_supported_capabilities":
      TracePacket(
        try onConnection(LECSReadRemoteSupportedCapabilitiesCommand(), \.connectionHandle, line))
    case "bt_cmd_cs_security_enable":
      TracePacket(try onConnection(LECSSecurityEnableCommand(), \.connectionHandle, line))
    case "bt_cmd_cs_set_default_settings": try defaultSettings(line)
    case "bt_cmd_cs_create_config": try creation(line)
    case "bt_cmd_cs_remove_config": try removal(line)
    case "bt_cmd_cs_set_procedure_parameters": try procedureParameters(line)
    case "bt_cmd_cs_procedure_enable": try start(line)
    default: nil
    }
  }

  private static func defaultSettings(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var command = try onConnection(LECSSetDefaultSettingsCommand(), \.connectionHandle, line)
    let (initiator, reflector): (UInt8, UInt8) = (
      try line.number("initiator_status", in: 0...1), try line.number("reflector_status", in: 0...1)
    )
    command.roleEnable = .init(rawValue: initiator | reflector << 1)
    command.csSyncAntennaSelection = try line.value("antenna_identifier")
    command.maxTXPower.rawValue = try line.number("max_tx_power")
    return TracePacket(command)
  }

  private static func creation(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var command = try onConnection(LECSCreateConfigCommand(), \.connectionHandle, line)
    command.configID = try line.value("config_id")
    command.createContext = try line.value("create_context")
    try read(&command.block, line)
    return TracePacket(command)
  }

  private static func removal(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var command = try onConnection(LECSRemoveConfigCommand(), \.connectionHandle, line)
    command.configID = try line.value("config_id")
    return TracePacket(command)
  }

  private static func procedureParameters(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var command = try onConnection(LECSSetProcedureParametersCommand(), \.connectionHandle, line)
    var parameters = CSProcedureParameters()
    parameters.configID = try line.value("config_id")
    parameters.maxProcedureLen = try line.value("max_procedure_len")
    parameters.minProcedureInterval = try line.number("min_procedure_interval")
    parameters.maxProcedureInterval = try line.number("max_procedure_interval")
    parameters.maxProcedureCount = try line.value("max_procedure_count")
    parameters.minSubeventLen.rawValue = try line.number("min_subevent_len", in: 0...0xFF_FFFF)
    parameters.maxSubeventLen.rawValue = try line.number("max_subevent_len", in: 0...0xFF_FFFF)
    parameters.toneAntennaConfigSelection = try line.value("tone_antenna_config_selection")
    parameters.phy = try line.value("phy")
    parameters.txPowerDelta = try line.value("tx_pwr_delta")
    parameters.preferredPeerAntenna = try line.number("preferred_peer_antenna")
    parameters.snrControlInitiator = try line.value("snr_control_initiator")
    parameters.snrControlReflector = try line.value("snr_control_reflector")
    command.parameters = parameters
    return TracePacket(command)
  }

  private static func start(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    var command = try onConnection(LECSProcedureEnableCommand(), \.connectionHandle, line)
    command.configID = try line.value("config_id")
    command.enable = try line.value("enable")
    return TracePacket(command)
  }
}
