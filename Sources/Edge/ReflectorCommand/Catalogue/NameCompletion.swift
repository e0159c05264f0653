internal import ArgumentParser

extension CompletionKind {
  /// What a shell offers for a name of something that ships, or for a file of the current folder.
  static func names(_ topic: ListCommand.Topic) -> CompletionKind {
    .shellCommand("reflector list \(topic.rawValue) --names 2>/dev/null; ls -d *.yaml */ 2>/dev/null")
  }

  /// What a shell offers for an id.
  static func ids(_ topics: ListCommand.Topic...) -> CompletionKind {
    .shellCommand(
      topics.map { "reflector list \($0.rawValue) --names 2>/dev/null" }.joined(separator: "; "))
  }
}
