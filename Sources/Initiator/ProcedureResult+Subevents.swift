public import ChannelSounding
public import Ranging

extension ProcedureResult {
  /// The two-way responses of each subevent, by antenna path; every subevent has a phase of its own, since the
  /// carriers are compared anew in each.
  ///
  /// - Parameter reflector: what the reflector reported; nil under inline PCT.
  public func responsesBySubevent(
    _ configuration: CSConfiguration, reflector: ProcedureResult?
  ) -> [[ToneResponse]] {
    subevents.enumerated().map { index, subevent in
      let own = ProcedureResult(
        counter: counter, subevents: [subevent], packetIndices: packetIndices)
      let peer = reflector.map { reflector in
        ProcedureResult(
          counter: reflector.counter,
          subevents: index < reflector.subevents.count ? [reflector.subevents[index]] : [],
          packetIndices: reflector.packetIndices)
      }
      return own.responses(configuration, reflector: peer)
    }
  }
}
