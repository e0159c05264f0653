extension ReportSchema {
  /// That of `reflector analyze --json`.
  public static var analysis: String {
    SchemaShape.document(
      name: AnalysisJSON.schemaName, title: "Analysis of recordings",
      fields: [
        ("tool", "The program.", tool),
        ("procedures", "In the order in which they were told.", .list(of: procedure)),
        ("recordings", "The files.", .list(of: recording)),
        ("connections", "In the order in which they were met.", .list(of: connection)),
        ("advertisers", "Advertising sets, the first 256.", .list(of: advertiser)),
        ("overall", "What all procedures come to.", overall),
        ("verdicts", "What the recordings settle of the sets that were asked for.", .list(of: verdicts)),
      ])
  }

  private static let verdicts = SchemaShape.object([
    ("accessory", "Its address, or what else is known of it.", .text),
    ("requirement_set", "The id of the set.", .text), ("verdict", "The worst of those that count.", verdict),
    ("not_shown", "Requirements that the recordings do not settle.", .integer),
    ("requirements", "Those that they settle.", .list(of: shown)),
  ])

  private static let shown = SchemaShape.object([
    ("id", "Stable id.", .text), ("title", "One line.", .text), ("level", "How binding it is.", level),
    ("verdict", "What it came to.", verdict),
    (
      "basis", "What settles it: what the accessory declares, or what it did.",
      .word(ShownVerdicts.Basis.allCases.map(\.rawValue))
    ),
    ("reason", "Why it is no pass.", .optional(.text)),
    ("measured", "What it did, if that settles it.", .optional(.text)),
    ("evidence", "Where the recording shows it.", .optional(.text)),
  ])

  private static let tones = SchemaShape.list(of: .integer)

  // MARK: Procedures

  private static let procedure = SchemaShape.object([
    ("index", "Counted from 0.", .integer), ("counter", "Procedure_Counter.", .optional(.integer)),
    ("config", "Config_ID.", .optional(.integer)),
    ("timing", "As the configuration has it; null where the recording does not show one.", .optional(timing)),
    ("inline_pct", "Whether the initiator's tones hold both ways.", .flag),
    ("initiator", "What the initiator told.", .optional(account)),
    ("reflector", "What the reflector told.", .optional(account)),
    ("phase_noise_rad", "Of a single tone.", .optional(.number)),
    (
      "obstacle", "Why there is no distance.",
      .optional(.word(["no-initiator", "no-reflector", "incomplete", "nothing-measured"]))
    ),
    ("estimates", "By estimator.", .table(of: .optional(estimate))),
  ])

  private static let timing = SchemaShape.object([
    ("t_ip1_us", "T_IP1 in microseconds.", .integer), ("t_ip2_us", "T_IP2 in microseconds.", .integer),
    ("t_fcs_us", "T_FCS in microseconds.", .integer), ("t_pm_us", "T_PM in microseconds.", .integer),
  ])

  private static let account = SchemaShape.object([
    ("connection", "Its place in `connections`.", .integer),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("over_ranging_service", "Whether the other end read it there.", .flag),
    ("ending", "How it ended.", .word(["complete", "aborted", "unfinished"])),
    ("abort_reason", "In words.", .optional(.text)), ("subevents", "How many.", .integer),
    ("steps", "Of modes 0 to 3.", .list(of: .integer)),
    ("tones", "Of high, medium and low quality, unavailable, and without meaning.", tones),
    ("antenna_paths", "0 without tones.", .integer),
    ("mode_0_found", "CS_SYNC packets that were found.", .integer),
    ("frequency_offset_ppm", "The mean of mode 0.", .optional(.number)),
    ("rssi_dbm", "The mean of mode 0.", .optional(.number)),
    ("times", "Steps of modes 1 and 3 that have a time.", .integer),
    ("nadm", "The worst of these steps.", .optional(.integer)),
  ])

  private static let estimate = SchemaShape.object([
    ("distance_m", "The distance.", .number), ("deviation_m", "Its standard deviation.", .number),
    ("has_peak", "Whether the tones agree on a distance.", .flag),
    ("quality", "0 to 1.", .number),
    ("risk", "The probability of a wrong line, 0 to 1.", .number),
    ("reflected_part", "The part of the power of reflections, 0 to 1; 0 where none are likely.", .number),
    ("ambiguity_m", "The span after which distances come again.", .optional(.number)),
    ("tones", "How many it stands on.", .integer), ("velocity_m_s", "Of motion.", .optional(.number)),
  ])

  // MARK: Files and overall

  private static let recording = SchemaShape.object([
    ("file", "As the user named it.", .text), ("format", "What it is.", .text),
    ("frames", "How many.", .integer), ("octets", "How many.", .integer),
    ("seconds", "From the first time to the last.", .optional(.number)),
    ("damage_count", "Places of the file that cannot be read.", .integer),
    ("damage", "The first of them.", .list(of: .text)),
    ("unread", "Interfaces whose link types are not read.", .list(of: .text)),
    ("problem_count", "Frames that make no sense.", .integer),
    ("problems", "The first of them.", .list(of: .text)),
  ])

  private static let overall = SchemaShape.object([
    ("procedures", "How many.", .integer), ("paired", "With the results of both ends.", .integer),
    (
      "distances", "By estimator.",
      .table(
        of: .object([
          ("count", "How many.", .integer), ("mean_m", "The mean.", .optional(.number)),
          ("deviation_m", "The standard deviation.", .optional(.number)),
          ("least_m", "The least.", .optional(.number)), ("greatest_m", "The greatest.", .optional(.number)),
          ("without_peak", "Procedures that agree on none.", .integer),
        ]))
    ),
    ("with_reflections", "Procedures in which reflections are likely.", .integer),
    ("without_distance", "How many, by obstacle.", .table(of: .integer)),
    ("tones", "Of both ends, as in an account.", tones),
    ("phase_noise_rad", "The mean.", .optional(.number)),
    ("frequency_offset_ppm", "The mean.", .optional(.number)),
  ])

  // MARK: Connections and devices

  /// A value with the frame that shows it, or null.
  private static func fact(_ shape: SchemaShape) -> SchemaShape {
    .optional(.object([("value", "What is shown.", shape), ("frame", "The frame that shows it.", .integer)]))
  }

  private static let connection = SchemaShape.object([
    ("recording", "Its place in `recordings`.", .integer), ("interface", "Its name.", .optional(.text)),
    ("link", "The same for accounts of one link.", .integer),
    ("handle", "Connection_Handle.", .optional(.integer)),
    ("access_address", "In hex; on the air alone.", .optional(.text)),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("whole", "Whether its beginning was recorded.", .flag),
    ("remainder", "Whether it stands for all further connections.", .flag),
    ("role", "Of our own end.", .optional(.word(["central", "peripheral"]))),
    ("interval_us", "In microseconds.", .optional(.number)),
    ("latency", "Connection events that may be skipped.", fact(.integer)),
    ("timeout_ms", "The supervision timeout.", fact(.integer)),
    ("phys", "Of the central and of the peripheral.", fact(.list(of: .integer))),
    ("encrypted", "Whether it was.", .flag), ("cs_security", "Whether it was started.", .flag),
    ("hidden_packets", "Encrypted packets without a key.", .integer),
    ("secure_connections", "Whether both ends pair so.", .optional(.flag)),
    ("bonding", "Whether both ends keep keys.", .optional(.flag)),
    ("pairing_failure", "Why pairing failed.", fact(.text)),
    (
      "lost_bond", "The Pairing Response of the bond whose key the peripheral refused, and the refusal.",
      fact(.integer)
    ),
    ("end_reason", "Why it ended.", .optional(.text)),
    ("own", "The end whose HCI was recorded; the central on the air.", device),
    ("peer", "The other end.", device),
    (
      "rejections", "Requests of the link layer that were refused.",
      .list(
        of: .object([
          ("request", "Its name.", .optional(.text)), ("reason", "Why.", .text),
          ("by_peer", "Whether the peer refused.", .flag), ("frame", "Counted from 1.", .integer),
        ]))
    ),
    ("configurations", "In words.", .list(of: fact(.text))),
    ("unread_configurations", "Configurations that could not be read, and why.", .list(of: .text)),
    (
      "ranging_data", "What was read over the Ranging Service.",
      .object([
        ("joined", "That go with own results.", .integer),
        (
          "odd_length_frame", "Of the first whose steps are not as long as their RTT_Type has them.",
          .optional(.integer)
        ),
        ("first_frame", "Of the first.", .optional(.integer)), ("unmatched", "That go with none.", .integer),
      ])
    ),
    ("complete", "Procedures.", .integer),
    (
      "aborted", "Procedures by reason.",
      .list(of: .object([("reason", "In words.", .text), ("count", "How many.", .integer)]))
    ),
    ("unfinished", "Procedures.", .integer),
  ])

  private static let address = SchemaShape.object([
    ("address", "As C0:FF:EE:00:00:02.", .text), ("kind", "What it is.", .word(["public", "random"])),
  ])

  private static let device = SchemaShape.object([
    ("address", "On the connection.", fact(address)), ("identity_address", "Behind it.", fact(address)),
    (
      "version", "Its make.",
      fact(
        .object([
          ("core", "As 6.0.", .text), ("company", "Its identifier.", .integer),
          ("subversion", "Its own number.", .integer),
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
    ("capabilities", "Of Channel Sounding, in words.", fact(.text)),
    ("fae_table", "In 1/32 ppm.", fact(.list(of: .integer))),
    (
      "data_length", "The longest packets.",
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
    ("receive_mtu", "Of ATT.", fact(.integer)), ("clock_accuracy", "0 to 7.", fact(.integer)),
    (
      "parameter_requests", "What it asked the connection to be.",
      .list(
        of: .object([
          ("interval_min_us", "The shortest.", .number), ("interval_max_us", "The longest.", .number),
          ("latency", "Connection events.", .integer), ("timeout_ms", "Supervision.", .integer),
          ("frame", "Counted from 1.", .integer),
        ]))
    ),
    (
      "pairing", "What it says of itself.",
      fact(
        .object([
          ("io_capability", "0 to 4.", .integer), ("oob", "Out of band data.", .flag),
          ("bonding", "Asked for.", .flag), ("mitm", "Asked for.", .flag),
          ("secure_connections", "Supported.", .flag), ("maximum_key_size", "Octets.", .integer),
        ]))
    ),
    ("database", "Its GATT server.", database),
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
          ("last_handle", "Of the group.", .integer), ("primary", "Whether it is.", .flag),
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
    ("services_end", "The frame that shows that there are no more.", .optional(.integer)),
    (
      "absent", "Looked for and not there.",
      .list(of: .object([("uuid", "In hex.", .text), ("frame", "Counted from 1.", .integer)]))
    ),
    (
      "attributes", "Descriptors and the like.",
      .list(
        of: .object([
          ("handle", "Of the attribute.", .integer), ("type", "In hex.", .text),
          ("frame", "Counted from 1.", .integer),
        ]))
    ),
    ("values", "What was read last.", .list(of: value)),
    ("subscriptions", "What was written last.", .list(of: value)),
    (
      "refusals", "Requests that were refused.",
      .list(
        of: .object([
          ("handle", "Of the attribute.", .integer), ("request", "Its opcode.", .integer),
          ("reason", "Why.", .text), ("frame", "Counted from 1.", .integer),
        ]))
    ),
  ])

  // MARK: Advertising

  private static let advertiser = SchemaShape.object([
    ("recording", "Its place in `recordings`.", .integer), ("interface", "Its name.", .optional(.text)),
    ("shown_by", "How it is shown.", .word(["air", "reports", "commands"])),
    ("address", "Where it is told.", .optional(address)), ("sid", "Advertising_SID.", .optional(.integer)),
    ("legacy", "By its PDUs.", .flag), ("connectable", "By its PDUs.", .flag),
    ("scannable", "By its PDUs.", .flag), ("directed", "By its PDUs.", .flag),
    ("first_frame", "Counted from 1.", .integer), ("last_frame", "Counted from 1.", .integer),
    ("count", "Packets, reports or commands.", .integer),
    ("interval_us", "Told or estimated.", .optional(.number)),
    ("interval_told", "Whether its host told it.", .flag), ("gaps", "That the estimate stands on.", .integer),
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
      .list(of: .object([("company", "Its identifier.", .integer), ("octets", "In hex.", .text)]))
    ),
  ])
}
