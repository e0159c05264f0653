/// A piece of the text of a filter.
struct FilterToken: Hashable {
  var text: String
  /// From 1.
  var column: Int
  var isQuoted = false

  private static let signs = ["==", "!=", "<=", ">=", "&&", "||", "..", "<", ">", "!", "(", ")"]

  /// Whether it can be a name or a value.
  var isWord: Bool { !isQuoted && !Self.signs.contains(text) }

  /// Cuts a text into pieces.
  static func tokens(of text: String) throws(FilterError) -> [FilterToken] {
    let characters = Array(text)
    var tokens: [FilterToken] = []
    var place = 0
    while place < characters.count {
      let start = place
      if characters[place].isWhitespace {
        place += 1
        continue
      }
      if characters[place] == "\"" || characters[place] == "'" {
        let quote = characters[place]
        guard let end = characters[(place + 1)...].firstIndex(of: quote) else {
          throw FilterError(column: start + 1, problem: .openQuote)
        }
        tokens.append(
          FilterToken(text: String(characters[place + 1..<end]), column: start + 1, isQuoted: true))
        place = end + 1
        continue
      }
      if let sign = sign(characters, place) {
        place += sign.count
        tokens.append(FilterToken(text: sign, column: start + 1))
        continue
      }
      repeat { place += 1 } while place < characters.count && isInside(characters, place)
      tokens.append(FilterToken(text: String(characters[start..<place]), column: start + 1))
    }
    return tokens
  }

  private static func sign(_ characters: [Character], _ place: Int) -> String? {
    signs.first { sign in
      place + sign.count <= characters.count && String(characters[place..<place + sign.count]) == sign
    }
  }

  private static func isInside(_ characters: [Character], _ place: Int) -> Bool {
    let character = characters[place]
    return !character.isWhitespace && character != "\"" && character != "'" && sign(characters, place) == nil
  }
}
