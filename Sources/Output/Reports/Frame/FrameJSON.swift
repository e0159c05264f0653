internal import Capture
public import Dissection
internal import Notation

/// Writes what frames are for programs.
public enum FrameJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/frame/1"

  /// The document, as docs/captures.md describes it.
  public static func text(_ frames: [FrameExplanation], file: String, tool: ToolIdentity) -> String {
    JSONValue.object([
      ("schema", .text(schemaName)),
      ("tool", .object([("name", .text(tool.name)), ("version", .text(tool.version))])),
      ("file", .text(file)),
      ("frames", .list(frames.map(value))),
    ])
    .document()
  }

  private static func value(_ frame: FrameExplanation) -> JSONValue {
    .object([
      ("number", .integer(frame.number)), ("offset", .integer(frame.offset)),
      ("interface", .optional(frame.interface)),
      ("nanoseconds", frame.time?.nanoseconds.map { .integer(Int($0)) } ?? .null),
      ("name", .text(frame.name)), ("sentences", .texts(frame.sentences)),
      ("reception", .texts(frame.reception)),
      (
        "exchange",
        .list(frame.references.map { .object([("how", .text($0.how)), ("frame", .integer($0.frame))]) })
      ),
      ("remarks", .texts(frame.comments)),
      (
        "layers",
        .list(
          frame.layers.map { layer in
            .object([
              ("name", .text(layer.name)),
              (
                "fields",
                .list(
                  layer.fields.map { field in
                    .object([
                      ("name", .text(field.name)), ("value", .text(field.value)),
                      ("note", .optional(field.note)),
                    ])
                  })
              ),
            ])
          })
      ),
      ("octets", .text(frame.octets.hex())),
    ])
  }
}
