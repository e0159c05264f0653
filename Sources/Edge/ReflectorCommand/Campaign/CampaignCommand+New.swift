internal import ArgumentParser

extension CampaignCommand {
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a campaign with an explanation of each key, which runs in seconds.",
      usage: "reflector campaign new [<path>] [<options>]")

    @OptionGroup var file: NewFileOptions

    func run() throws { try file.write(Self.template, next: "campaign run") }

    /// A campaign that runs in seconds.
    static let template = """
      # yaml-language-server: $schema=campaign.schema.json
      # Editors complete and check the keys if 'reflector schema campaign > campaign.schema.json' was run here.
      schema: reflector/campaign/1
      id: settling
      title: How oscillator settling bends distances, and whether iOS 27 still ranges

      # Shipped names, or paths from this file. Each accessory runs with each phone in each environment.
      accessories: [nordic-nrf54l15-ipt, ti-cc27xx]
      phones: [iphone-ios27]
      environments: [line-of-sight]
      # The same seed gives the same results on every machine.
      seed: 1

      ranging:
        # Numbers, and ranges as 5:30:5.
        distances_m: [1, 10]
        # As 'reflector range --estimator' and '--smooth' have them.
        estimators: [ml]
        smooth: none
        # None, one or two knobs; 'reflector list knobs' lists them.
        sweeps:
          - {knob: tau, values: [2, 5]}
        # Procedures at each point.
        procedures: 10000
        # A point ends early when half of the 95 % interval of P90 is below this. Remove it to run all procedures.
        until_p90_within_m: 0.001

      checks:
        # Each accessory is checked against each set, once for each seed from 'seed' up.
        requirements: [apple-ios27-cs]
        seeds: 2
        distance_m: 3

      # A run pauses after so many minutes, and goes on with the next 'reflector campaign run'.
      minutes: 600

      """
  }
}
