package import CoreTypes
package import HostStack
package import Verdicts
package import VirtualHost

extension Expectation where Measured == ErrorCode {
  /// Any error.
  package static var error: Expectation { .that("an error", words: \.description) { $0 != .success } }
}

/// What a controller answered to a command.
package typealias HCIAnswer = HCIDriver.Answer

extension Expectation where Measured == HCIAnswer {
  /// A command that is accepted.
  package static var accepted: Expectation {
    .that("accepted", words: text) { $0.status == .success }
  }

  /// A command that is refused with one of some codes.
  package static func refused(with codes: [ErrorCode]) -> Expectation {
    .that("refused: " + codes.map(\.description).joined(separator: " or "), words: text) {
      codes.contains($0.status)
    }
  }

  private static func text(_ answer: HCIAnswer) -> String {
    answer.status == .success ? "accepted" : "refused: \(answer.status)"
  }
}

extension Expectation where Measured == LinkTrial.Reply {
  /// The answer that is due.
  package static func answered(_ name: String) -> Expectation {
    .that(name, words: \.text) { $0.answer != nil }
  }

  /// A refusal with any code.
  package static var refused: Expectation { .that("refused", words: \.text) { $0.code != nil } }

  /// A refusal with one of some codes.
  package static func refused(with codes: [ErrorCode]) -> Expectation {
    .that("refused: " + codes.map(\.description).joined(separator: " or "), words: \.text) {
      $0.code.map(codes.contains) ?? false
    }
  }

  /// The answer that is due, or a refusal.
  package static var answeredOrRefused: Expectation {
    .that("answered or refused", words: \.text) { $0.answer != nil || $0.code != nil }
  }

  /// The answer that is due, or a refusal with one of some codes.
  package static func answeredOrRefused(with codes: [ErrorCode]) -> Expectation {
    .that(
      "answered, or refused: " + codes.map(\.description).joined(separator: " or "), words: \.text
    ) { $0.answer != nil || $0.code.map(codes.contains) ?? false }
  }

  /// LL_UNKNOWN_RSP.
  package static var unknown: Expectation { .that("LL_UNKNOWN_RSP", words: \.text) { $0.isUnknown } }

  /// LL_UNKNOWN_RSP, or a refusal.
  package static var unknownOrRefused: Expectation {
    .that("LL_UNKNOWN_RSP or refused", words: \.text) { $0.isUnknown || $0.code != nil }
  }
}

extension Expectation where Measured == ChannelAnswer {
  /// An answer that a rule admits.
  package static func answer(
    _ required: String, _ isLegal: @escaping (ChannelAnswer) -> Bool
  ) -> Expectation {
    .that(required, words: \.text, isLegal)
  }

  /// An Error Response with one of some codes.
  package static func error(_ codes: [ATTErrorCode]) -> Expectation {
    .answer("refused: " + codes.map { "\($0)" }.joined(separator: " or ")) {
      $0.errorCode.map(codes.contains) ?? false
    }
  }

  /// No answer, on a link that stays up.
  package static var silence: Expectation { .answer("no answer") { $0.octets == nil && $0.loss == nil } }
}
