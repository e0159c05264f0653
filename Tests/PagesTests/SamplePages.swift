import Conformance
import ConformanceTester
import Dissection
import Documents
import Faults
import Foundation
import Pages
import Profiles
import ProjectFiles
import RangeStudy
import Reports
import TestSupport
import Verdicts

/// Pages of real runs.
enum SamplePages {
  static let tool = ToolIdentity(name: "reflector", version: "9.9.9")

  /// A page without its style, its script and their digests, which have files of their own.
  static func bare(_ page: String) -> String {
    page.replacing(#/<style>(?s:.*?)<\/style>/#, with: "<style></style>")
      .replacing(#/<script>(?s:.*?)<\/script>/#, with: "<script></script>")
      .replacing(#/'sha256-[^']*'/#, with: "'sha256'")
      .replacing(ProjectFolder.url.path, with: "")
  }

  /// What a check came to, as its page takes it.
  struct Checked {
    var reports: [CheckReport]
    var evidence: [CaptureEvidence]
    var files: [CheckPage.SourceFile]
    var waivers: WaiverReview?

    var html: String {
      CheckPage(reports, evidence: evidence, files: files, waivers: waivers).html(tool: SamplePages.tool)
    }
  }

  /// Checks accessories, named as `Shipped` does, against sets.
  static func check(_ profiles: [String], _ sets: [String], only ids: [String] = []) throws -> Checked {
    var checked = Checked(reports: [], evidence: [], files: [])
    for name in profiles {
      let profile = try Shipped.profile(name)
      for set in sets {
        var request = try Shipped.request(name, seed: 1)
        request.requirements = try Shipped.requirements(set)
        request.onlyIDs = ids.filter { id in request.requirements.requirements.contains { $0.id == id } }
        request.notesSubeventStarts = true
        let outcome = CheckRunner(request).run()
        var report = outcome.report
        report.replay = "reflector check \(name)"
        checked.evidence.append(CaptureEvidence(outcome.capture, frames: CheckPage.frames(of: report)))
        checked.reports.append(report)
      }
      if let path = profile.declarations.first?.position.file,
        !checked.files.contains(where: { $0.path == path })
      {
        let text = String(decoding: try Shipped.load(path), as: UTF8.self)
        checked.files.append(CheckPage.SourceFile(path: path, digest: "00", text: text))
      }
    }
    return checked
  }

  /// A study of an accessory.
  static func study(
    _ name: String, distances: [Double], environment: String = "line-of-sight", speed: Double = 0
  ) throws -> RangeReport {
    let profile = try Shipped.profile(name)
    let (phone, preset) = (try Shipped.phone("iphone-ios27"), try Shipped.environment(environment))
    let plan = StudyPlan(
      points: distances.map {
        StudyPoint(
          accessory: profile, phone: phone, environment: preset, distanceMetres: $0,
          speedMetresPerSecond: speed)
      }, procedureCount: 40, seed: 1)
    var tally = StudyTally(plan)
    for chunk in plan.chunks { tally.add(chunk.run()) }
    return RangeReport(
      accessory: profile.identity.chipset, profilePath: name, profileDigest: "00", phone: phone.id,
      environment: preset.id, estimator: "mmse", filter: "none", speedMetresPerSecond: 0, sweeps: [],
      procedureCount: 40, seed: 1, notices: [], study: tally.report())
  }
}
