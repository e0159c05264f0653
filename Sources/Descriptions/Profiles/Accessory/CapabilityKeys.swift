internal import ChannelSounding
internal import Documents

enum CapabilityKeys {
  private typealias Bits<Value> = any WritableKeyPath<CSCapabilities, Value> & Sendable

  static let all: [Key<AccessoryProfile>] = [
    .words(
      "roles", \.csCapabilities.roles, [("initiator", .initiator), ("reflector", .reflector)], count: 1...2,
      required: true, example: "[reflector]", "The CS roles."),
    .integer(
      "num_configs", \.csCapabilities.numConfigs, 1...4, example: "1", "Configurations per connection."),
    .integer(
      "max_consecutive_procedures", \.csCapabilities.maxConsecutiveProcedures.rawValue, 0...0xFFFF,
      example: "0",
      "Maximum number of consecutive procedures; 0 for no limit."),
    .integer(
      "antennas", \.csCapabilities.numAntennas, 1...4, required: true, example: "1", "Number of antennas."),
    .integer(
      "antenna_paths", \.csCapabilities.maxAntennaPaths, 1...4, required: true, example: "1",
      "Maximum number of antenna paths: own antennas times antennas of the peer, at most 4."),
    Key(
      FieldRule(
        "mode_3", .flag, example: "false", "Whether mode-3 is supported; modes 0 to 2 are mandatory.")
    ) {
      $1.csCapabilities.modes = $0.flag("mode_3", or: false) ? .mode3 : []
    } text: {
      "\($0.csCapabilities.supportsMode3)"
    },
    Key(
      "rtt", \.csCapabilities, roundTrips,
      "Round trip time accuracy: numbers of CS_SYNC exchanges that reach it, and its classes."),
    Key("nadm", \.csCapabilities, attackMetrics, "Normalized attack detector metrics."),
    Key(
      FieldRule(
        "sync_phys", .list(.word(["1m", "2m", "2m-2bt"]), count: 1...3), example: "[1m, 2m]",
        "PHYs of CS_SYNC; 1m is mandatory.")
    ) {
      let names = $0.texts("sync_phys")
      for (name, phy) in phys where names.contains(name) { $1.csCapabilities.csSyncPHYs.insert(phy) }
    } text: { profile in
      ScalarText.list(["1m"] + phys.filter { profile.csCapabilities.csSyncPHYs.contains($0.1) }.map(\.0))
    },
    .syncAntenna(\.syncAntennas),
    .member(
      "no_fae", \.csCapabilities.subfeatures, .noFAE, example: "true",
      "Whether the reflector has no frequency actuation error (FAE)."),
    actuationErrors,
    .member(
      "channel_selection_3c", \.csCapabilities.subfeatures, .channelSelection3c, example: "false",
      "Whether channel selection #3c is supported."),
    .member(
      "sounding_pct_estimate", \.csCapabilities.subfeatures, .soundingPCTEstimate, example: "false",
      "Whether phase estimates from RTT sounding sequences are supported."),
    .times(
      "t_ip1_us", \.csCapabilities.tIP1, required: true, example: "[145]",
      "T_IP1; 145 is mandatory."),
    .times(
      "t_ip2_us", \.csCapabilities.tIP2, required: true, example: "[145]",
      "T_IP2; 145 is mandatory."),
    .times(
      "t_fcs_us", \.csCapabilities.tFCS, required: true, example: "[100, 120, 150]",
      "T_FCS; 150 is mandatory."),
    .times(
      "t_pm_us", \.csCapabilities.tPM, required: true, example: "[40]", "T_PM; 40 is mandatory."),
    .choice(
      "t_sw_us", \.csCapabilities.tSW.rawValue, switchingTimes, .microseconds, required: true, example: "0",
      "T_SW; 0 with one antenna."),
    Key(
      FieldRule(
        "tx_snr_db", .list(.choice(levels, .decibels), count: 0...5), example: "[]", "SNR output levels.")
    ) {
      $1.csCapabilities.txSNR = OutputSNRs($0.integers("tx_snr_db").compactMap(OutputSNR.init(decibels:)))
    } text: {
      ScalarText.list($0.csCapabilities.txSNR.levels.compactMap(\.decibels).map(String.init))
    },
    Key("inline_pct", \.self, inlinePCT, "Inline PCT transfer (6.3)."),
  ]

  private static let phys: [(String, SyncPHYs)] = [("2m", .le2M), ("2m-2bt", .le2M2BT)]
  private static let levels = OutputSNR.levels.compactMap(\.decibels)
  private static let switchingTimes = TSW.defined.map(\.microseconds)

  private static let actuationErrors = Key<AccessoryProfile>(
    FieldRule(
      "fae_ppm",
      .either("zero", .list(.number(-4...3.96875, .ppm, step: 1.0 / 32), count: 72...72, isDistinct: false)),
      example: "zero", "The frequency actuation error table: zero, or one number for each allowed channel.")
  ) {
    let table = $0.numbers("fae_ppm")
    if table.count == FAETable.entryCount { $1.faeTable = FAETable(table.map { Int8(($0 * 32).rounded()) }) }
  } text: {
    $0.faeTable.isZero
      ? "zero" : ScalarText.list($0.faeTable.entries.map { ScalarText.format(Double($0) / 32) })
  }

  private static let inlinePCT: [Key<AccessoryProfile>] = [
    .member(
      "supported", \.csCapabilities.subfeatures, .inlinePCT, required: true, example: "true",
      "Whether the reflector supports inline PCT."),
    .times(
      "t_ip2_us", \.csCapabilities.tail.tIP2IPT, example: "[145]",
      "T_IP2 with inline PCT; 145 is mandatory."
    ).written { $0.declaresInlinePCT },
    .choice(
      "t_sw_us", \.csCapabilities.tail.tSWIPT.rawValue, switchingTimes, .microseconds, example: "10",
      "T_SW with inline PCT."
    ).written { $0.declaresInlinePCT },
  ]

  private static let roundTrips: [Key<CSCapabilities>] = [
    .integer(
      "aa_only_n", \.rttAAOnlyN, 0...255, example: "30",
      "CS_SYNC exchanges for AA-only; mode-1 requires AA-only."),
    accuracy("aa_only_class_ns", .aaOnly, \.rttAAOnlyN, "Accuracy class of AA-only; defaults to 150."),
    .integer(
      "sounding_n", \.rttSoundingN, 0...255, example: "0",
      "Exchanges for sounding sequences; 0 without them."),
    accuracy(
      "sounding_class_ns", .sounding, \.rttSoundingN,
      "Accuracy class of sounding sequences; defaults to 150."),
    .integer(
      "random_n", \.rttRandomSequenceN, 0...255, example: "0",
      "Exchanges for random sequences; 0 without them."),
    accuracy(
      "random_class_ns", .random, \.rttRandomSequenceN,
      "Accuracy class of random sequences; defaults to 150."),
    .integer(
      "aa_only_2m_n", \.tail.rtt2MAAOnlyN, 0...255, example: "0",
      "Exchanges for AA-only on the 2M PHYs, if different (6.3)."
    ).written { $0.tail.rtt2MAAOnlyN != 0 },
    .integer(
      "sounding_2m_n", \.tail.rtt2MSoundingN, 0...255, example: "0",
      "Exchanges for sounding sequences on the 2M PHYs (6.3)."
    ).written { $0.tail.rtt2MSoundingN != 0 },
    .integer(
      "random_2m_n", \.tail.rtt2MRandomSequenceN, 0...255, example: "0",
      "Exchanges for random sequences on the 2M PHYs (6.3)."
    ).written { $0.tail.rtt2MRandomSequenceN != 0 },
  ]

  /// A class of round-trip times, by the kind that claims 10 ns; left out where there are none.
  private static func accuracy(
    _ key: String, _ kind: CSCapabilities.RTTAccuracies, _ count: Bits<UInt8>, _ summary: String
  ) -> Key<CSCapabilities> {
    Key(FieldRule(key, .choice([10, 150], .nanoseconds), example: "150", summary)) {
      if $0.integer(key) == 10 { $1.rttCapability.insert(kind) }
    } text: {
      $0[keyPath: count] == 0 ? nil : $0.rttCapability.contains(kind) ? "10" : "150"
    }
  }

  private static let attackMetrics = [
    attackMetric("sounding", \.nadmSounding, "NADM types with sounding sequences."),
    attackMetric("random", \.nadmRandom, "NADM types with random sequences."),
  ]

  private static func attackMetric(
    _ key: String, _ place: Bits<CSCapabilities.NADMKinds>, _ summary: String
  ) -> Key<CSCapabilities> {
    let words = ["phase-based"]
    return Key(FieldRule(key, .list(.word(words), count: 0...1), example: "[]", summary)) {
      $1[keyPath: place] = $0.texts(key).isEmpty ? [] : .phaseBased
    } text: {
      ScalarText.list($0[keyPath: place].contains(.phaseBased) ? words : [])
    }
  }
}
