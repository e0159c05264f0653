internal import ChannelSounding
internal import RadioModel

/// Where a CS_SYNC packet goes: between which antennas, and on which channel.
struct PacketPlace {
  /// The antenna path, counted from 0.
  let path: Int
  /// The channel index.
  let channel: UInt8

  /// The place in a table by antenna path and channel.
  var entry: Int { path &* ChannelResponse.channelCount &+ Int(channel) }
}

/// The antenna paths that CS_SYNC packets take, which need not be those of the antenna configuration.
struct PacketPaths {
  /// The antennas of the paths behind those of the antenna configuration, each counted from 0.
  let further: [AntennaPair]
  private let antennas: AntennaConfiguration

  /// The paths between the antennas of which two ends choose.
  init(initiator: [Int], reflector: [Int], antennas: AntennaConfiguration) {
    self.antennas = antennas
    var further: [AntennaPair] = []
    for pair in initiator.flatMap({ one in reflector.map { AntennaPair(initiator: one, reflector: $0) } })
    where Self.path(pair, in: antennas) == nil && !further.contains(pair) {
      further.append(pair)
    }
    self.further = further
  }

  /// How many there are, those of the antenna configuration included.
  var count: Int { antennas.pathCount + further.count }

  /// The path between two antennas, each of which its end may choose.
  func path(initiator: Int, reflector: Int) -> Int {
    let pair = AntennaPair(initiator: initiator, reflector: reflector)
    return Self.path(pair, in: antennas) ?? antennas.pathCount + (further.firstIndex(of: pair) ?? 0)
  }

  private static func path(_ pair: AntennaPair, in antennas: AntennaConfiguration) -> Int? {
    guard pair.initiator < antennas.initiatorAntennas, pair.reflector < antennas.reflectorAntennas else {
      return nil
    }
    return pair.initiator * antennas.reflectorAntennas + pair.reflector
  }
}
