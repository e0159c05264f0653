internal import ChannelSounding
internal import Profiles
internal import Reports

/// Asks on a terminal what a new profile is to be.
struct ProfileQuestions {
  private let shipped = DataLibrary().files(in: .accessories).map(DataLibrary.stem)

  /// Puts the answers in place of what was not given. Throws if the input ends.
  func complete(_ command: inout ProfileCommand.New) throws(BadInput) {
    for (index, name) in shipped.enumerated() { say("  \(index + 1)  \(name)\n") }
    try answer("Begin with a shipped profile, or with a blank one [blank]", \.from, of: &command) { text in
      if let number = Int(text), shipped.indices.contains(number - 1) { return shipped[number - 1] }
      return shipped.contains(text) ? text : nil
    }
    try answer("Vendor of the chipset [as it is]", \.vendor, of: &command) { text throws(BadInput) in
      try ProfileCommand.New.checkName(text, of: "the vendor")
      return text
    }
    try answer("Chipset [as it is]", \.chipset, of: &command) { text throws(BadInput) in
      try ProfileCommand.New.checkName(text, of: "the chipset")
      return text
    }
    try answer("Antennas, 1 to 4 [as it is]", \.antennas, of: &command) { text in
      Int(text).flatMap { (1...4).contains($0) ? $0 : nil }
    }
    try answer("T_FCS in us beside 150, separated by commas [as it is]", \.tFcs, of: &command) { text in
      let numbers = ProfileCommand.New.numbers(text)
      let known = TFCS.all.map(\.microseconds)
      return numbers.isEmpty || !numbers.allSatisfy(known.contains) ? nil : text
    }
    try answer("Inline PCT, y or n [as it is]", \.inlinePct, of: &command) {
      ["y": true, "n": false][$0.lowercased()]
    }
    var file = command.file
    command.file.path = try answer("File [accessory.yaml]", usual: "accessory.yaml") {
      text throws(BadInput) in
      file.path = text
      try file.checkFile()
      return text
    }
  }

  /// Asks for a value that a profile can have together with the earlier answers, which stay.
  private func answer<Value>(
    _ question: String, _ place: WritableKeyPath<ProfileCommand.New, Value?>,
    of command: inout ProfileCommand.New, _ value: (String) throws(BadInput) -> Value?
  ) throws(BadInput) {
    var trial = command
    command[keyPath: place] = try answer(question) { text throws(BadInput) in
      trial[keyPath: place] = try value(text)
      if trial[keyPath: place] != nil { _ = try trial.text() }
      return trial[keyPath: place]
    }
  }

  /// The value of an answer, or `usual` for an empty one. What a profile cannot have is asked for again.
  private func answer<Value>(
    _ question: String, usual: String? = nil, _ value: (String) throws(BadInput) -> Value?
  ) throws(BadInput) -> Value? {
    while true {
      say("\(question): ")
      guard let line = readLine() else { throw BadInput("found the end of the input, expected an answer") }
      let typed = line.split(separator: " ").joined(separator: " ")
      guard let text = typed.isEmpty ? usual : typed else { return nil }
      do throws(BadInput) {
        if let value = try value(text) { return value }
        say("  found '\(DisplayText.line(text))', expected what the question names.\n")
      } catch {
        say("  \(DisplayText.line(error.message))\n")
      }
    }
  }

  private func say(_ text: String) { StandardError.write(text) }
}
