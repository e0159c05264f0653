internal import ArgumentParser
internal import Documents
internal import Foundation

/// The parser's own account of a command.
struct CommandHelp: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: String
    var isRepeating: Bool
    var shouldDisplay: Bool
    var names: [Name]?

    /// The names with two hyphens, without them.
    var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
  }

  private struct Account: Decodable {
    var command: CommandHelp
  }

  var commandName: String
  var shouldDisplay: Bool
  var arguments: [Argument]?
  var subcommands: [CommandHelp]?

  static func of(_ command: any ParsableCommand.Type) -> CommandHelp {
    do {
      return try JSONDecoder().decode(Account.self, from: Data(command._dumpHelp().utf8)).command
    } catch {
      preconditionFailure("the parser's own account of \(command) cannot be read: \(error)")
    }
  }

  /// The commands that take an option, each by the words that call it. Hidden ones are left out.
  func commands(taking option: String, after words: [String] = []) -> [String] {
    let isOwn = (arguments ?? []).contains { $0.shouldDisplay && $0.longNames.contains(option) }
    return (isOwn ? [words.joined(separator: " ")] : [])
      + (subcommands ?? []).filter(\.shouldDisplay).flatMap {
        $0.commands(taking: option, after: words + [$0.commandName])
      }
  }
}

/// Errors that the parser words, with what the user may have meant.
enum ParserMessage {
  /// More commands than these are no hint.
  private static let shownCommands = 4

  static func completed(_ message: String) -> String {
    withCommands(message) ?? withNearestWord(message) ?? message
  }

  /// The message about an option that only other commands take.
  private static func withCommands(_ message: String) -> String? {
    guard let unknown = message.prefixMatch(of: /Error: Unknown option '(--[^']+)'.*/) else { return nil }
    let option = unknown.output.1
    let commands = CommandHelp.of(ReflectorTool.self).commands(taking: String(option.dropFirst(2)))
    guard (1...shownCommands).contains(commands.count) else { return nil }
    return "Error: Unknown option '\(option)'; it is an option of \(commands.joined(separator: ", "))."
      + message[unknown.range.upperBound...]
  }

  /// The message about a word that is none of a long list.
  private static func withNearestWord(_ message: String) -> String? {
    let list = /(Error: The value '([^']*)' is invalid for '[^']*'\.) Please .*:\n((?:  - .*\n)+)/
    guard let choice = message.prefixMatch(of: list) else { return nil }
    let words = choice.output.3.split(separator: "\n").map { String($0.dropFirst("  - ".count)) }
    guard let meant = NearestWord.match(String(choice.output.2), in: words) else { return nil }
    return "\(choice.output.1) Did you mean '\(meant)'?" + message.dropFirst(choice.output.1.count)
  }
}

/// Finds an option that takes one value and is given more than once: the parser would take the last in silence.
enum RepeatedOption {
  /// The first such option as it is written, with two hyphens; nil if there is none.
  static func first(in arguments: [String], of command: any ParsableCommand) -> String? {
    let names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { argument in
      String(argument.dropFirst(2).prefix { $0 != "=" })
    }
    let repeated = names.enumerated().filter { names[..<$0].contains($1) }.map(\.element)
    // What the options are is looked up for such a line alone.
    guard !repeated.isEmpty else { return nil }
    let single = singleOptions(of: type(of: command))
    return repeated.first(where: single.contains).map { "--\($0)" }
  }

  /// The long names of the options that take one value.
  private static func singleOptions(of command: any ParsableCommand.Type) -> Set<String> {
    let options = (CommandHelp.of(command).arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
    return Set(options.flatMap(\.longNames))
  }
}
