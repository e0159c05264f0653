internal import ArgumentParser
internal import CampaignStore
internal import Gate
internal import Pages
internal import Profiles
internal import Reports
internal import Verdicts

extension CampaignCommand {
  struct Status: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show how far a campaign is, with the stores of its shards and the queue of a cluster.",
      usage: "reflector campaign status <campaign> [<options>]",
      discussion: """
        With --engine, squeue or kubectl shows which shards run or wait, and each shard that stopped is shown with the \
        command that runs it again.

          reflector campaign status sweep.yaml --engine slurm
        """)

    @OptionGroup var options: CampaignOptions

    @Option(help: ArgumentHelp("Ask the queue of slurm or kubernetes, too.", valueName: "engine"))
    var engine: ClusterEngine?

    @Option(
      help: ArgumentHelp("Write the status as JSON; '-' writes to standard output.", valueName: "file"))
    var json: String?

    @OptionGroup var folders: FolderOptions

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    private var requested: RequestedReports { RequestedReports([(.json, json)], folders) }

    func validate() throws {
      if engine == .files {
        throw ValidationError("found --engine files, expected slurm or kubernetes: files have no queue.")
      }
      try requested.validate()
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      try requested.checkFiles()
      let queue: ClusterQueue? =
        switch engine {
        case .slurm: try SlurmQueue.ask(for: plan.campaign.id, store: options.storePath)
        case .kubernetes: try KubernetesQueue.ask(for: plan.campaign.id)
        case .files, nil: nil
        }
      let status = try CampaignState(plan: plan, options: options, queue: queue).status
      try requested.write { $0 == .json ? status.json(tool: ReflectorTool.identity) : nil }
      if !quiet { try requested.textStream.writeOrThrow(status.text) }
      return .pass
    }
  }

  struct Report: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Show the results of a campaign so far.",
      usage: "reflector campaign report <campaign> [<options>]",
      discussion: """
          reflector campaign report sweep.yaml --html sweep.html
          reflector campaign report sweep.yaml --worst 20
          reflector campaign report sweep.yaml --compare 1.0.json 1.1.json
          reflector campaign report sweep.yaml --over-time

        Exit status: 0 all checks pass, 1 a check failed, 2 bad input, 3 units are missing or inconclusive, 70 a bug of ours.
        """)

    @OptionGroup var options: CampaignOptions

    @OptionGroup var edition: EditionOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("Name so many of the worst units.", valueName: "n"))
    var worst = 0

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "Compare with JSON reports of campaigns, the oldest first; this campaign comes last.",
        valueName: "file"))
    var compare: [String] = []

    @Flag(
      help:
        "Compare with the store's earlier editions of this campaign file: other versions of profiles or tool."
    )
    var overTime = false

    @Option(
      help: ArgumentHelp("Write the results as JSON; '-' writes to standard output.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write a page with plots, in one file for a browser.", valueName: "file"))
    var html: String?

    @OptionGroup var folders: FolderOptions

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    private var requested: RequestedReports {
      RequestedReports([(.json, json), (.html, html)], folders)
    }

    func validate() throws {
      if worst < 0 { throw ValidationError("found --worst \(worst), expected 0 or more.") }
      try requested.validate()
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      let older = try compare.map { path throws(BadInput) in
        (file: Optional(path), results: try StoredReports(path).campaign)
      }
      try requested.checkFiles()
      let store = try options.open()
      let number = try edition.number(in: store, of: plan)
      var report = try CampaignOutcome(plan, store, edition: number, worstCount: worst).report
      if overTime || !older.isEmpty {
        let editions = overTime ? try editions(before: number, in: store, of: plan) : []
        if older.isEmpty, editions.isEmpty {
          StandardError.write(
            "note: \(store.path) has no earlier edition of \(options.campaign): nothing is compared\n")
        } else {
          report.compared = CampaignComparison(older + editions + [(file: nil, results: report.results)])
        }
      }
      let tool = ReflectorTool.identity
      try requested.write { format in
        switch format {
        case .json: CampaignJSON.text(report, tool: tool)
        case .html: CampaignPage(report).html(tool: tool)
        default: nil
        }
      }
      if !quiet {
        let stream = requested.textStream
        try stream.writeOrThrow(CampaignText(style: stream.style).text(report))
      }
      if report.verdict == .fail { return .fail }
      return report.isPartial ? .inconclusive : ExitStatus(report.verdict ?? .pass)
    }

    /// The results of the earlier editions of the same campaign file, the oldest first.
    private func editions(
      before number: Int64, in store: CampaignStore, of plan: CampaignPlan
    ) throws(BadInput) -> [(file: String?, results: CampaignResults)] {
      let editions = try BadInput.of { () throws(StoreError) in try store.editions() }
      return try editions.filter { $0.number < number && $0.edition.document == plan.edition.document }
        .map { other throws(BadInput) in
          (file: nil, results: try CampaignOutcome(plan, store, edition: other.number).report.results)
        }
    }
  }

  struct Export: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write the results of a campaign for other programs.",
      usage: "reflector campaign export <campaign> [<options>]",
      discussion: """
          reflector campaign export sweep.yaml --csv sweep.csv
          reflector campaign export sweep.yaml --sqlite results.sqlite
        """)

    @OptionGroup var options: CampaignOptions

    @OptionGroup var edition: EditionOptions

    @Option(
      help: ArgumentHelp("Write CSV with a line per point; '-' writes to standard output.", valueName: "file")
    )
    var csv: String?

    @Option(
      help: ArgumentHelp("Write a SQLite file, with points, histograms and verdicts.", valueName: "file"))
    var sqlite: String?

    @OptionGroup var folders: FolderOptions

    // As in the other commands; without it, too, only errors are printed.
    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    private var requested: RequestedReports {
      RequestedReports([(.csv, csv), (.sqlite, sqlite)], folders)
    }

    func validate() throws {
      if csv == nil, sqlite == nil {
        throw ValidationError("expected --csv or --sqlite, with the file to write.")
      }
      try requested.validate()
    }

    func status() throws -> ExitStatus {
      let plan = try options.plan()
      try requested.checkFiles()
      let store = try options.open()
      let outcome = try CampaignOutcome(plan, store, edition: try edition.number(in: store, of: plan))
      try requested.write { $0 == .csv ? CampaignCSV.text(outcome.report.studies) : nil }
      if let sqlite {
        let octets = try BadInput.of { () throws(StoreError) in
          try ExportFile.octets(of: outcome.tables, for: sqlite)
        }
        try OutputFile.write(octets, at: sqlite)
      }
      return .pass
    }
  }
}
