internal import CoreTypes
package import Lab
internal import Notation
internal import Plots
package import Reports
internal import Statistics
package import Verdicts

/// The page of a lab, which its server keeps up to date.
package struct LabPage {
  package var accessory: String
  /// The names of the phones that can range.
  package var phones: [String]
  package var environments: [String]

  package init(accessory: String, phones: [String], environments: [String]) {
    self.accessory = accessory
    self.phones = phones
    self.environments = environments
  }

  /// What a browser may do for the page; its server says so too.
  package static var policy: String { PageTemplates.shared.lab.policy }

  /// The page, with a line feed at its end.
  package func html(tool: ToolIdentity) -> String {
    let view: View = [
      "controls": LabControl.all.enumerated().map(Self.view), "phones": phones, "environments": environments,
      "drawings": LabDrawing.allCases.map { ["id": $0.rawValue, "title": $0.title] as View },
      "reach": DecimalText.plain(LabScene.reach.upperBound), "mostWalls": LabScene.mostWalls,
      "leastDistance": DecimalText.plain(LabScene.leastDistance),
    ]
    let page = Page(
      kind: "Lab", title: "Lab: \(accessory)", heading: accessory, outcome: nil,
      body: PageTemplates.shared.render(view, "lab"), conduct: PageTemplates.shared.lab)
    return page.html(tool: tool)
  }

  private static func view(_ index: Int, _ control: LabControl) -> View {
    var view: View = [
      "id": "control-\(index)", "path": control.path, "title": control.title,
      "unit": control.unit.isEmpty ? false : control.unit, "isFlag": control.kind == .inlinePCT,
      "slider": false, "list": false,
    ]
    switch control.kind {
    case .inlinePCT: break
    case .tFCS(let values): view["list"] = ["type": "checkbox", "values": values] as View
    case .antennas(let values): view["list"] = ["type": "radio", "values": values] as View
    case .slider(let range, let step):
      view["slider"] =
        [
          "least": DecimalText.plain(range.lowerBound), "most": DecimalText.plain(range.upperBound),
          "step": DecimalText.plain(step),
        ] as View
    }
    return view
  }
}

package enum LabDrawing: String, CaseIterable, Sendable {
  case distance, phase, impulse, amplitude, steps

  var title: String {
    switch self {
    case .distance: "Distance"
    case .phase: "Phase"
    case .impulse: "Impulse response"
    case .amplitude: "Amplitude"
    case .steps: "Steps"
    }
  }

  /// More distances than these are a line alone, since it is drawn anew with each update.
  private static let mostMarks = 60

  package static func drawings(of procedure: LabProcedure) -> [LabDrawing: String] {
    var drawings: [LabDrawing: String] = [:]
    if let plots = ProcedurePlots(
      procedure.measurement, counter: procedure.counter, metres: procedure.metres,
      trueMetres: procedure.trueMetres)
    {
      drawings[.phase] = column(plots.phases.map { ($0.title, PlotSVG.text($0)) })
      drawings[.impulse] = PlotSVG.text(plots.impulseResponse)
      drawings[.amplitude] = column(plots.amplitudes.map { ($0.title, PlotSVG.text($0)) })
    }
    if !procedure.steps.isEmpty {
      drawings[.steps] = column(
        Timeline.all(procedure.steps, id: "steps").map { ($0.title, TimelineSVG.text($0)) })
    }
    return drawings
  }

  /// Drawings below one another, each with its title; one alone has that of its section.
  private static func column(_ drawings: [(title: String, svg: String)]) -> String {
    guard drawings.count > 1 else { return drawings.map(\.svg).joined() }
    return drawings.map { "\($0.svg)<p class=\"note\">\(MarkupText.escaped($0.title))</p>\n" }.joined()
  }

  /// A line breaks over a time without procedures that is so many times the usual one between two.
  private static let longestGap = 4.0

  /// The distances of procedures over time, as SVG. The line breaks where there is none.
  package static func distances(of procedures: [LabProcedure]) -> String {
    let times = procedures.map { ($0.time - .start).inSeconds }
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    let longest = gaps.isEmpty ? 0 : Self.longestGap * gaps.median
    func points(_ metres: (LabProcedure) -> Double?) -> [Plot.Point] {
      procedures.indices.compactMap { index in
        metres(procedures[index]).map { value in
          let follows =
            index > 0 && metres(procedures[index - 1]) != nil
            && times[index] - times[index - 1] <= longest
          return Plot.Point(times[index], value, beginsLine: !follows)
        }
      }
    }
    let series = [
      Plot.Series(
        "estimate", procedures.count > mostMarks ? .trace : .line, points(\.metres)),
      Plot.Series("true", .trace, points(\.trueMetres)),
    ].filter { !$0.points.isEmpty }
    return PlotSVG.text(
      Plot(
        id: "distance-over-time", title: "Distance over time",
        summary: "The estimated and the true distance of the last \(procedures.count) procedures.",
        x: Axis("time", unit: "s"), y: Axis("distance", unit: "m"), series: series))
  }
}

package enum LabVerdicts {
  /// A table with a line for each requirement, as HTML.
  package static func html(_ report: CheckReport) -> String {
    let outcome = OutcomeLabel(report.outcome)
    let view: View = [
      "class": outcome.pageClass, "label": outcome.rawValue, "set": report.requirementSet,
      "items": report.requirements.map(RequirementView.summary),
    ]
    return PageTemplates.shared.render(view, "verdicts")
  }
}
