internal import ArgumentParser

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
