extension Unicode.Scalar {
  /// Whether a screen obeys it instead of showing it: a control character, an end of a line, or a mark that turns the
  /// direction of text. [Unicode Standard Annex 9, 2]
  public var isScreenControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
