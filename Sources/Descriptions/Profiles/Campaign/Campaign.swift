public import Documents

/// Studies and checks of many accessories, phones and environments, to be run over hours: a campaign file.
public struct Campaign: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/campaign/1"

  /// A name, number or range as the file has it.
  public struct Item: Sendable, Equatable {
    public var text: String
    public var position: SourcePosition

    public init(text: String, position: SourcePosition) {
      self.text = text
      self.position = position
    }

    /// Whether it is the name of a shipped file rather than a path.
    public var isName: Bool { TextForm.name.accepts(text) }
  }

  public struct Sweep: Sendable, Equatable {
    /// The knob as in `range --sweep`.
    public var knob = ""
    /// Numbers and ranges as `1:15:1`.
    public var values: [Item] = []
    /// The start of its row.
    public internal(set) var position: SourcePosition
  }

  /// What is ranged: each accessory with each phone in each environment, by each estimator, at each distance and setting
  /// of the knobs.
  public struct Ranging: Sendable, Equatable {
    /// Metres, and ranges as `1:30:1`.
    public var distances: [Item] = []
    /// Names of estimators; none for the usual one.
    public var estimators: [Item] = []
    /// None, one or two.
    public var sweeps: [Sweep] = []
    /// The procedures at each point at most, 1 to 1 000 000 000.
    public var procedureCount = 1000
    /// Half of the confidence interval of P90 in metres at which a point is known well enough; nil to run all procedures.
    public var p90WithinMetres: Double?
    /// The name of the phone's filter; nil for none.
    public var filter: Item?
  }

  /// What is checked: each accessory with each phone in each environment against each set, with each seed.
  public struct Checks: Sendable, Equatable {
    /// Names or paths of requirement sets.
    public var requirements: [Item] = []
    public var distanceMetres = 3.0
    /// How many seeds, from that of the campaign up.
    public var seedCount = 1
  }

  public internal(set) var file: String
  /// As `settling-sweep`.
  public var id = ""
  public var title = ""
  /// Names or paths; each list has at least one.
  public var accessories: [Item] = []
  public var phones: [Item]
  public var environments: [Item]
  public var seed: UInt64 = 1
  /// Nil if nothing is ranged.
  public var ranging: Ranging?
  /// Nil if nothing is checked.
  public var checks: Checks?
  /// What `minutes` can be.
  public static let minutes = 1...100_000

  /// The minutes after which a run pauses; nil for none.
  public var minutes: Int?
}

extension Campaign {
  /// A campaign of defaults, which stand at `start`.
  init(file: String, at start: SourcePosition) {
    self.init(
      file: file, phones: [Item(text: "iphone-ios27", position: start)],
      environments: [Item(text: "line-of-sight", position: start)])
  }

  /// Reads a campaign. Throws all errors of the file, with their lines; those of names and numbers in it are found when it
  /// is planned.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> Campaign {
    let document = try CheckedDocument(file: file, schema: CampaignKeys.schema, load: load)
    let start = document.root.position ?? SourcePosition(file: file)
    var campaign = Campaign(file: file, at: start)
    CampaignKeys.all.read(document.root, into: &campaign)
    if campaign.ranging == nil, campaign.checks == nil {
      throw DocumentErrors(
        .contradiction(
          "found neither 'ranging' nor 'checks', expected one or both", other: nil,
          fix: "Add 'ranging: {distances_m: [3]}' or 'checks: {requirements: [apple-ios27-cs]}'."), at: start)
    }
    return campaign
  }

  /// The file that an item names: a shipped one by its name, or a path from the campaign on.
  public func path(_ item: Item) -> String {
    if item.isName || item.text.hasPrefix("/") { return item.text }
    return CheckedDocument.resolve(item.text, relativeTo: file)
  }
}
