extension AccessoryProfile {
  static func gatt(_ section: Section) -> GATTDescription {
    var gatt = GATTDescription()
    gatt.hasRangingService = section.flag("ranging_service", or: gatt.hasRangingService)
    gatt.maximumMTU = section.integer("mtu_octets").map(UInt16.init) ?? gatt.maximumMTU
    gatt.vendorService = section.text("vendor_service").flatMap(ServiceUUID.init(text:))
    gatt.hasServiceChanged = section.flag("service_changed", or: gatt.hasServiceChanged)
    gatt.canChange = section.flag("can_change", or: gatt.canChange)
    gatt.ranging = ranging(section.section("ranging"))
    return gatt
  }

  static func link(_ section: Section) -> LinkDescription {
    var link = LinkDescription()
    link.requestsConnectionParameters = section.flag("requests_connection_parameters", or: false)
    link.requestedIntervalMinMilliseconds = section.number(
      "requested_interval_min_ms", or: link.requestedIntervalMinMilliseconds)
    link.requestedIntervalMaxMilliseconds = section.number(
      "requested_interval_max_ms", or: link.requestedIntervalMaxMilliseconds)
    link.requestedLatency = section.integer("requested_latency").map(UInt16.init) ?? link.requestedLatency
    link.requestedTimeoutMilliseconds = section.number(
      "requested_timeout_ms", or: link.requestedTimeoutMilliseconds)
    link.startsPHYUpdate = section.flag("starts_phy_update", or: false)
    link.maximumDataOctets = section.integer("data_octets").map(UInt8.init) ?? link.maximumDataOctets
    return link
  }
}
