package import ConformanceTester

/// The checks of a campaign, counted from 0: each with so many seeds, one after another.
package struct CampaignChecks: Sendable {
  /// With the first of their seeds.
  private let requests: [CheckRequest]
  /// How many seeds each is carried out with.
  package let seedCount: Int

  package init(_ requests: [CheckRequest], seedCount: Int) {
    precondition(seedCount > 0, "a check has a seed")
    self.requests = requests
    self.seedCount = seedCount
  }

  /// How many there are.
  package var count: Int { requests.count * seedCount }

  /// The check with a number below `count`.
  package subscript(number: Int) -> CheckRequest {
    var request = requests[number / seedCount]
    request.seed += UInt64(number % seedCount)
    return request
  }
}
