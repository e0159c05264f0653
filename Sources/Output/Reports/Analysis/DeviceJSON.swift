internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Dissection
internal import HostStack
internal import Notation
internal import Wire

/// One end of a connection in the JSON of an analysis.
enum DeviceJSON {
  static func value(_ device: RecordedDevice) -> JSONValue {
    .object([
      ("address", ConnectionJSON.fact(device.address, address)),
      ("identity_address", ConnectionJSON.fact(device.identityAddress, address)),
      (
        "version",
        ConnectionJSON.fact(device.version) {
          .object([
            ("core", .text($0.core.description)), ("company", .integer(Int($0.company))),
            ("subversion", .integer(Int($0.subversion))),
          ])
        }
      ),
      ("features", ConnectionJSON.fact(device.features) { .text($0.hex(1, .lower)) }),
      (
        "feature_pages",
        .list(
          device.featurePages.map { page in
            .object([
              ("page", .integer(Int(page.value.number))), ("octets", .text(page.value.octets.hex())),
              ("frame", .integer(page.frame)),
            ])
          })
      ),
      ("capabilities", ConnectionJSON.fact(device.capabilities) { .text(CapabilityText.text($0)) }),
      ("fae_table", ConnectionJSON.fact(device.faeTable) { .list($0.entries.map { .integer(Int($0)) }) }),
      (
        "data_length",
        ConnectionJSON.fact(device.dataLength) {
          .object([
            ("tx_octets", .integer(Int($0.maxTxOctets))), ("tx_us", .integer(Int($0.maxTxTime))),
            ("rx_octets", .integer(Int($0.maxRxOctets))), ("rx_us", .integer(Int($0.maxRxTime))),
          ])
        }
      ),
      (
        "phys",
        ConnectionJSON.fact(device.phys) {
          .object([("tx", .integer(Int($0.tx.rawValue))), ("rx", .integer(Int($0.rx.rawValue)))])
        }
      ),
      ("receive_mtu", ConnectionJSON.fact(device.receiveMTU) { .integer(Int($0)) }),
      ("clock_accuracy", ConnectionJSON.fact(device.clockAccuracy) { .integer(Int($0)) }),
      ("parameter_requests", .list(device.parameterRequests.map(request))),
      ("pairing", ConnectionJSON.fact(device.pairing, pairing)),
      ("database", database(device.database)),
    ])
  }

  static func address(_ address: DeviceAddress) -> JSONValue {
    .object([("address", .text(address.description)), ("kind", .text("\(address.kind)"))])
  }

  private static func request(_ request: Seen<ConnectionParameterRange>) -> JSONValue {
    .object([
      ("interval_min_us", .number(1250 * Double(request.value.intervalMin))),
      ("interval_max_us", .number(1250 * Double(request.value.intervalMax))),
      ("latency", .integer(Int(request.value.latency))),
      ("timeout_ms", .integer(10 * Int(request.value.timeout))),
      ("frame", .integer(request.frame)),
    ])
  }

  private static func pairing(_ features: PairingFeatures) -> JSONValue {
    .object([
      ("io_capability", .integer(Int(features.ioCapability))),
      ("oob", .flag(features.oobDataFlag == 1)),
      ("bonding", .flag(features.authenticationRequirements.contains(.bonding))),
      ("mitm", .flag(features.authenticationRequirements.contains(.mitm))),
      ("secure_connections", .flag(features.authenticationRequirements.contains(.secureConnections))),
      ("maximum_key_size", .integer(Int(features.maximumKeySize))),
    ])
  }

  private static func database(_ database: RecordedDatabase) -> JSONValue {
    .object([
      ("services", .list(database.services.map { service($0, database) })),
      ("services_end", .optional(database.servicesEnd)),
      (
        "absent",
        .list(
          database.absentServices.map {
            .object([("uuid", .text($0.value.description)), ("frame", .integer($0.frame))])
          })
      ),
      (
        "attributes",
        .list(
          database.attributes.map {
            .object([
              ("handle", .integer(Int($0.handle))), ("type", .text($0.type.description)),
              ("frame", .integer($0.frame)),
            ])
          })
      ),
      ("values", .list(database.values.map(value))),
      ("subscriptions", .list(database.subscriptions.map(value))),
      (
        "refusals",
        .list(
          database.refusals.map {
            .object([
              ("handle", .integer(Int($0.handle))), ("request", .integer(Int($0.request))),
              ("reason", .text($0.reason.description)), ("frame", .integer($0.frame)),
            ])
          })
      ),
    ])
  }

  private static func value(_ value: RecordedDatabase.Value) -> JSONValue {
    .object([
      ("handle", .integer(Int(value.handle))), ("octets", .text(value.octets.hex())),
      ("frame", .integer(value.frame)),
    ])
  }

  private static func service(_ service: RecordedDatabase.Service, _ database: RecordedDatabase) -> JSONValue
  {
    .object([
      ("uuid", .text(service.uuid.description)),
      ("first_handle", .integer(Int(service.handles.start))),
      ("last_handle", .integer(Int(service.handles.end))),
      ("primary", .flag(service.isPrimary)),
      ("frame", .integer(service.frame)),
      (
        "characteristics",
        .list(
          database.characteristics(of: service).map {
            .object([
              ("uuid", .text($0.uuid.description)), ("handle", .integer(Int($0.valueHandle))),
              ("properties", .integer(Int($0.properties.rawValue))), ("frame", .integer($0.frame)),
            ])
          })
      ),
    ])
  }
}
