/// Finds the legal word that a misspelt one most likely stands for.
public enum NearestWord {
  /// The word at the least edit distance, the first of equals; nil if none is near.
  public static func match(_ word: String, in words: [String]) -> String? {
    let limit = max(2, word.count / 3)
    let ranked = words.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= limit else { return nil }
    return best.0
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
  static func distance(_ a: String, _ b: String) -> Int {
    let first = Array(a.unicodeScalars.prefix(80))
    let second = Array(b.unicodeScalars.prefix(80))
    var older: [Int] = []
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        let replacement = row[j] + (first[i] == second[j] ? 0 : 1)
        var best = min(replacement, row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, older[j - 1] + 1)
        }
        next.append(best)
      }
      older = row
      row = next
    }
    return row[second.count]
  }
}
