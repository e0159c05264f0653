internal import Analysis

extension ReportSchema {
  /// That of `reflector analyze --json`.
  public static var analysis: String {
    SchemaShape.document(
      name: AnalysisJSON.schemaName, title: "Analysis of recordings",
      fields: [
        ("tool", "The program.", tool),
        ("procedures", "In the order of their reports.", .list(of: procedure)),
        ("recordings", "The files.", .list(of: recording)),
        ("connections", "In the order of the recording.", .list(of: connection)),
        (
          "advertisers",
          "Advertising sets: those that connections use, and the \(AnalysisLimits.advertisers) others seen last.",
          .list(of: advertiser)
        ),
        ("not_kept", "What was met and is not listed.", notKept),
        ("overall", "Statistics over all procedures.", overall),
        ("verdicts", "Verdicts of the recordings on the selected requirement sets.", .list(of: verdicts)),
      ])
  }

  private static let verdicts = SchemaShape.object([
    ("accessory", "The address of the accessory, or another identification.", .text),
    ("requirement_set", "The id of the set.", .text),
    ("verdict", "The worst verdict of the requirements of level must.", verdict),
    ("not_shown", "Number of requirements that the recordings do not judge.", .integer),
    ("requirements", "The judged requirements.", .list(of: shown)),
  ])

  private static let shown = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text), ("level", "The level.", level),
    ("verdict", "The verdict.", verdict),
    (
      "basis", "The evidence: a declaration of the accessory, or its conduct.",
      .word(ShownVerdicts.Basis.allCases.map(\.rawValue))
    ),
    ("reason", "The reason, unless the verdict is a pass.", .optional(.text)),
    ("measured", "The measured conduct, if it is the evidence.", .optional(.text)),
    ("evidence", "The place in the recording.", .optional(.text)),
  ])

  private static let notKept = SchemaShape.object([
    ("connections", "Number beyond the \(AnalysisLimits.connections) that are kept.", .integer),
    (
      "advertisers", "Number of other advertising sets, counted up to \(AnalysisLimits.countedAdvertisers).",
      .integer
    ),
  ])

  private static let tones = SchemaShape.list(of: .integer)

  // MARK: Procedures

  private static let procedure = SchemaShape.object([
    ("index", "Counted from 0.", .integer), ("counter", "Procedure_Counter.", .optional(.integer)),
    ("config", "Config_ID.", .optional(.integer)),
    ("timing", "The times of the configuration; null if the recording does not show it.", .optional(timing)),
    ("inline_pct", "Whether the initiator's tones have the phase of both directions (inline PCT).", .flag),
    ("initiator", "The results of the initiator.", .optional(account)),
    ("reflector", "The results of the reflector.", .optional(account)),
    ("phase_noise_rad", "Phase noise of a single tone.", .optional(.number)),
    (
      "obstacle", "The reason for a missing distance.",
      .optional(.word(ProcedureAnalysis.Obstacle.allCases.map(\.rawValue)))
    ),
    ("estimates", "By estimator.", .table(of: .optional(estimate))),
  ])

  private static let timing = SchemaShape.object([
    ("t_ip1_us", "T_IP1 in microseconds.", .integer), ("t_ip2_us", "T_IP2 in microseconds.", .integer),
    ("t_fcs_us", "T_FCS in microseconds.", .integer), ("t_pm_us", "T_PM in microseconds.", .integer),
  ])

  private static let account = SchemaShape.object([
    ("connection", "Index in `connections`.", .integer),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("over_ranging_service", "Whether the results were read from the Ranging Service.", .flag),
    ("ending", "The ending.", .word(["complete", "aborted", "unfinished"])),
    ("abort_reason", "As text.", .optional(.text)), ("subevents", "Number.", .integer),
    ("steps", "Number of steps of modes 0 to 3.", .list(of: .integer)),
    ("tones", "Number of tones of high, medium and low quality, unavailable, and without meaning.", tones),
    ("antenna_paths", "Number of antenna paths; 0 without tones.", .integer),
    ("mode_0_found", "Number of CS_SYNC packets that were received.", .integer),
    ("frequency_offset_ppm", "The mean over mode-0 steps.", .optional(.number)),
    ("rssi_dbm", "The mean over mode-0 steps.", .optional(.number)),
    ("times", "Number of steps of modes 1 and 3 with a time.", .integer),
    ("nadm", "The worst NADM value of these steps.", .optional(.integer)),
  ])

  private static let estimate = SchemaShape.object([
    ("distance_m", "The distance.", .number), ("deviation_m", "Its standard deviation.", .number),
    ("has_peak", "Whether the tones have a distinct peak at a distance.", .flag),
    ("quality", "Quality, 0 to 1.", .number),
    ("risk", "The probability of a wrong line, 0 to 1.", .number),
    ("reflected_part", "The fraction of power in reflections, 0 to 1; 0 if none are likely.", .number),
    ("ambiguity_m", "The unambiguous range: distances repeat after this span.", .optional(.number)),
    ("tones", "Number of tones of the estimate.", .integer),
    ("velocity_m_s", "Radial velocity.", .optional(.number)),
  ])

  // MARK: Files and overall

  private static let recording = SchemaShape.object([
    ("file", "The path as given.", .text), ("format", "The kind.", .text),
    ("frames", "Number.", .integer), ("octets", "Number.", .integer),
    ("seconds", "From the least time to the greatest.", .optional(.number)),
    ("damage_count", "Number of places of the file that cannot be read.", .integer),
    ("damage", "The first ones.", .list(of: .text)),
    ("unread", "Interfaces with unsupported link types.", .list(of: .text)),
    ("problem_count", "Number of invalid frames.", .integer),
    ("problems", "The first ones.", .list(of: .text)),
  ])

  private static let overall = SchemaShape.object([
    ("procedures", "Number.", .integer),
    ("paired", "Number of procedures with the results of both devices.", .integer),
    (
      "distances", "By estimator.",
      .table(
        of: .object([
          ("count", "Number.", .integer), ("mean_m", "The mean.", .optional(.number)),
          ("deviation_m", "The standard deviation.", .optional(.number)),
          ("least_m", "The least.", .optional(.number)), ("greatest_m", "The greatest.", .optional(.number)),
          ("without_peak", "Number of procedures without a distinct peak.", .integer),
        ]))
    ),
    ("with_reflections", "Number of procedures with likely reflections.", .integer),
    ("without_distance", "Number of procedures, by obstacle.", .table(of: .integer)),
    ("tones", "Tones of both devices, as in a result.", tones),
    ("phase_noise_rad", "The mean.", .optional(.number)),
    ("frequency_offset_ppm", "The mean.", .optional(.number)),
  ])

  // MARK: Connections and devices

  /// A value with the frame that shows it, or null.
  private static func fact(_ shape: SchemaShape) -> SchemaShape {
    .optional(.object([("value", "The value.", shape), ("frame", "The frame that shows it.", .integer)]))
  }

  private static let connection = SchemaShape.object([
    ("recording", "Index in `recordings`.", .integer), ("interface", "Name.", .optional(.text)),
    ("link", "Equal for recordings of the same link.", .integer),
    ("handle", "Connection_Handle.", .optional(.integer)),
    ("access_address", "In hex; only for recordings of the air.", .optional(.text)),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("whole", "Whether the recording has the start of the connection.", .flag),
    ("remainder", "Whether this entry has the procedures of connections that are not kept.", .flag),
    ("role", "The role of the recorded device.", .optional(.word(["central", "peripheral"]))),
    ("interval_us", "In microseconds.", .optional(.number)),
    ("latency", "Peripheral latency, in connection events.", fact(.integer)),
    ("timeout_ms", "The supervision timeout.", fact(.integer)),
    ("phys", "Of the central and of the peripheral.", fact(.list(of: .integer))),
    ("encrypted", "Whether the connection was encrypted.", .flag),
    ("cs_security", "Whether CS security was started.", .flag),
    ("hidden_packets", "Number of encrypted packets without a key.", .integer),
    ("secure_connections", "Whether both devices use LE Secure Connections.", .optional(.flag)),
    ("bonding", "Whether both devices bond.", .optional(.flag)),
    ("pairing_failure", "The reason of the pairing failure.", fact(.text)),
    (
      "lost_bond", "The Pairing Response of the bond whose key the peripheral refused, and the refusal.",
      fact(.integer)
    ),
    ("end_reason", "The reason of the disconnection.", .optional(.text)),
    ("own", "The device whose HCI was recorded; on the air, the central.", device),
    ("peer", "The other device.", device),
    (
      "rejections", "Requests of the link layer that were refused.",
      .list(
        of: .object([
          ("request", "Name.", .optional(.text)), ("reason", "Reason.", .text),
          ("by_peer", "Whether the peer refused.", .flag), ("frame", "Counted from 1.", .integer),
        ]))
    ),
    ("configurations", "As text.", .list(of: fact(.text))),
    ("unread_configurations", "Configurations that could not be read, and why.", .list(of: .text)),
    (
      "ranging_data", "Data read over the Ranging Service.",
      .object([
        ("joined", "Number of results that match own results.", .integer),
        (
          "odd_length_frame", "The first frame with steps of another length than their RTT_Type has.",
          .optional(.integer)
        ),
        ("first_frame", "The first frame.", .optional(.integer)),
        ("unmatched", "Number of results that match none.", .integer),
      ])
    ),
    (
      "clock_jumps", "Where the capture clock does not go with the connection events.",
      .list(
        of: .object([
          ("frame_before", "Counted from 1.", .integer), ("frame_after", "Counted from 1.", .integer),
          ("clock_s", "The time between them by the clock.", .number),
          ("events_s", "The same by the connection events, or that and a multiple of period_s.", .number),
          ("period_s", "The period of the event counter.", .number),
        ]))
    ),
    ("complete", "Procedures.", .integer),
    (
      "aborted", "Procedures by reason.",
      .list(of: .object([("reason", "As text.", .text), ("count", "Number.", .integer)]))
    ),
    ("unfinished", "Procedures.", .integer),
  ])

  private static let address = SchemaShape.object([
    ("address", "As C0:FF:EE:00:00:02.", .text), ("kind", "The kind.", .word(["public", "random"])),
  ])

  private static let device = SchemaShape.object([
    ("address", "The address on the connection.", fact(address)),
    ("identity_address", "The identity address.", fact(address)),
    (
      "version", "The version of LL_VERSION_IND.",
      fact(
        .object([
          ("core", "As 6.0.", .text), ("company", "Company identifier.", .integer),
          ("subversion", "Subversion number.", .integer),
        ]))
    ),
    ("features", "Page 0 in hex.", fact(.text)),
    (
      "feature_pages", "Further pages.",
      .list(
        of: .object([
          ("page", "1 to 10.", .integer), ("octets", "In hex.", .text),
          ("frame", "Counted from 1.", .integer),
        ]))
    ),
    ("capabilities", "Channel Sounding capabilities, as text.", fact(.text)),
    ("fae_table", "In 1/32 ppm.", fact(.list(of: .integer))),
    (
      "data_length", "The maximum data lengths.",
      fact(
        .object([
          ("tx_octets", "Sent.", .integer), ("tx_us", "Sent.", .integer),
          ("rx_octets", "Received.", .integer),
          ("rx_us", "Received.", .integer),
        ]))
    ),
    (
      "phys", "Bits 0 LE 1M, 1 LE 2M, 2 LE Coded.",
      fact(.object([("tx", "To send.", .integer), ("rx", "To receive.", .integer)]))
    ),
    ("receive_mtu", "Receive MTU of ATT.", fact(.integer)), ("clock_accuracy", "0 to 7.", fact(.integer)),
    (
      "parameter_requests", "Requested connection parameters.",
      .list(
        of: .object([
          ("interval_min_us", "The shortest.", .number), ("interval_max_us", "The longest.", .number),
          ("latency", "Connection events.", .integer), ("timeout_ms", "Supervision.", .integer),
          ("frame", "Counted from 1.", .integer),
        ]))
    ),
    (
      "pairing", "Pairing features.",
      fact(
        .object([
          ("io_capability", "0 to 4.", .integer), ("oob", "Out of band data.", .flag),
          ("bonding", "Asked for.", .flag), ("mitm", "Asked for.", .flag),
          ("secure_connections", "Supported.", .flag), ("maximum_key_size", "Octets.", .integer),
        ]))
    ),
    ("database", "The GATT server.", database),
  ])

  private static let value = SchemaShape.object([
    ("handle", "Of the attribute.", .integer), ("octets", "In hex.", .text),
    ("frame", "Counted from 1.", .integer),
  ])

  private static let database = SchemaShape.object([
    (
      "services", "In the order of handles.",
      .list(
        of: .object([
          ("uuid", "In hex.", .text), ("first_handle", "Of the group.", .integer),
          ("last_handle", "Of the group.", .integer), ("primary", "Whether the service is primary.", .flag),
          ("frame", "Counted from 1.", .integer),
          (
            "characteristics", "In the order of handles.",
            .list(
              of: .object([
                ("uuid", "In hex.", .text), ("handle", "Of the value.", .integer),
                ("properties", "The octet of the declaration.", .integer),
                ("frame", "Counted from 1.", .integer),
              ]))
          ),
        ]))
    ),
    ("services_end", "The frame that ends the service discovery.", .optional(.integer)),
    (
      "absent", "Services that were searched for and are absent.",
      .list(of: .object([("uuid", "In hex.", .text), ("frame", "Counted from 1.", .integer)]))
    ),
    (
      "attributes", "Descriptors and other attributes.",
      .list(
        of: .object([
          ("handle", "Of the attribute.", .integer), ("type", "In hex.", .text),
          ("frame", "Counted from 1.", .integer),
        ]))
    ),
    ("values", "The last value read.", .list(of: value)),
    ("subscriptions", "The last value written.", .list(of: value)),
    (
      "refusals", "Requests that were refused.",
      .list(
        of: .object([
          ("handle", "Of the attribute.", .integer), ("request", "Opcode.", .integer),
          ("reason", "Reason.", .text), ("frame", "Counted from 1.", .integer),
        ]))
    ),
  ])

  // MARK: Advertising

  private static let advertiser = SchemaShape.object([
    ("recording", "Index in `recordings`.", .integer), ("interface", "Name.", .optional(.text)),
    ("shown_by", "The source in the recording.", .word(["air", "reports", "commands"])),
    ("address", "The advertiser's address, if the recording has it.", .optional(address)),
    ("sid", "Advertising_SID.", .optional(.integer)),
    ("legacy", "By its PDUs.", .flag), ("connectable", "By its PDUs.", .flag),
    ("scannable", "By its PDUs.", .flag), ("directed", "By its PDUs.", .flag),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("count", "Packets, reports or commands.", .integer),
    ("interval_us", "As commanded by the host, or estimated.", .optional(.number)),
    ("interval_told", "Whether the host commanded the interval.", .flag),
    ("gaps", "Number of gaps of the estimate.", .integer),
    ("tx_power_dbm", "In its packets.", .optional(.integer)),
    ("rssi_dbm", "The greatest.", .optional(.integer)),
    ("data", "The last.", fact(advertisingData)), ("scan_response", "The last.", fact(advertisingData)),
  ])

  private static let advertisingData = SchemaShape.object([
    ("octets", "In hex.", .text), ("name", "In its data.", .optional(.text)),
    ("flags", "The octet.", .optional(.integer)), ("services", "UUIDs in hex.", .list(of: .text)),
    ("tx_power_dbm", "In its data.", .optional(.integer)),
    (
      "manufacturer_data", "By company.",
      .list(of: .object([("company", "Company identifier.", .integer), ("octets", "In hex.", .text)]))
    ),
  ])

  // MARK: Frames

  /// That of `reflector frame --json`.
  public static var frames: String {
    SchemaShape.document(
      name: FrameJSON.schemaName, title: "Frames in words",
      fields: [
        ("tool", "The program.", tool), ("file", "The recording as given.", .text),
        ("frames", "In the order of the arguments.", .list(of: explained)),
      ])
  }

  private static let explained = SchemaShape.object([
    ("number", "Counted from 1.", .integer), ("offset", "The place in the file.", .integer),
    ("interface", "Name.", .optional(.text)),
    ("nanoseconds", "Since the epoch of the recording.", .optional(.integer)),
    ("name", "The packet.", .text), ("sentences", "Its purpose.", .list(of: .text)),
    ("reception", "How it was received.", .list(of: .text)),
    (
      "exchange", "The frames that it answers or that answer it.",
      .list(of: .object([("how", "The relation.", .text), ("frame", "Counted from 1.", .integer)]))
    ),
    ("remarks", "Comments of the recording, and verdicts that cite the frame.", .list(of: .text)),
    (
      "layers", "From the outside in.",
      .list(
        of: .object([
          ("name", "The protocol.", .text),
          (
            "fields", "In their order.",
            .list(
              of: .object([
                ("name", "The field.", .text), ("value", "As text.", .text),
                ("note", "What the value means.", .optional(.text)),
              ]))
          ),
        ]))
    ),
    ("octets", "In hex.", .text),
  ])
}
