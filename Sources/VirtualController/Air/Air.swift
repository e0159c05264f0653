internal import CoreTypes
public import RadioModel
public import SimulationKernel

/// The medium that radios share: it carries frames from one to the others, and lets the two ends of a link
/// meet for the steps of a CS subevent.
public final class Air {
  private final class Transmission {
    let frame: AirFrame
    var isDisturbed = false

    init(_ frame: AirFrame) { self.frame = frame }
  }

  /// The run this air belongs to.
  public let simulation: Simulation
  /// Distance, path loss and reflections between the two ends.
  public let environment: Environment
  private var stations: [any AirStation] = []
  private var taps: [any AirTap] = []
  private var underWay: [Transmission] = []
  private var receiving: [ObjectIdentifier: Transmission] = [:]
  let meetings: CSMeetings
  private let propagationDelay: Picoseconds

  /// Makes an empty medium.
  public init(simulation: Simulation, environment: Environment) {
    self.simulation = simulation
    self.environment = environment
    propagationDelay = Picoseconds(Int64(environment.timeOfFlightPicoseconds))
    meetings = CSMeetings(simulation: simulation, environment: environment)
  }

  /// Adds a radio.
  public func add(_ station: any AirStation) { stations.append(station) }

  /// Takes a radio out; what it was receiving is lost.
  public func remove(_ station: any AirStation) {
    stations.removeAll { $0 === station }
    receiving[ObjectIdentifier(station)] = nil
  }

  /// Adds someone who sees everything.
  public func add(_ tap: any AirTap) {
    taps.append(tap)
    meetings.observers.append { [weak tap] in tap?.subeventEnded($0) }
  }

  /// Whether a frame that `station` was tuned to is on its way in.
  func isReceiving(_ station: any AirStation) -> Bool { receiving[ObjectIdentifier(station)] != nil }

  /// Sends a frame that starts now; frames that overlap on one channel spoil each other.
  func transmit(_ frame: AirFrame, from sender: any AirStation) {
    precondition(frame.start == simulation.now, "a frame starts when it is sent")
    underWay.removeAll { $0.frame.end <= frame.start }
    let transmission = Transmission(frame)
    for other in underWay where other.frame.channel == frame.channel {
      other.isDisturbed = true
      transmission.isDisturbed = true
    }
    underWay.append(transmission)
    let rssi = frame.powerDbm - environment.pathLossDecibels
    let level = Int8(max(-127, min(20, rssi.rounded())))
    for tap in taps { tap.frameBegins(frame, rssiDbm: level) }
    for station in stations where station !== sender {
      guard rssi >= station.sensitivityDbm, let listening = station.listening,
        listening.channel == frame.channel,
        listening.phy == frame.phy, listening.accessAddress == frame.accessAddress
      else { continue }
      receiving[ObjectIdentifier(station)] = transmission
      simulation.schedule(at: frame.end + propagationDelay) { [self] in
        guard receiving[ObjectIdentifier(station)] === transmission else { return }
        receiving[ObjectIdentifier(station)] = nil
        guard station.listening == listening else { return }
        station.receive(frame, rssiDbm: level, isCRCValid: !transmission.isDisturbed)
      }
    }
  }
}
