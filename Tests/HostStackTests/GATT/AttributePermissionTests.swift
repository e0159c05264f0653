import CoreTypes
import Testing

@testable import HostStack

@Suite("Permissions of attributes")
struct AttributePermissionTests {
  private static let type = BluetoothUUID(0xFFF1)
  private static let note = BluetoothUUID(0xFFF2)

  private static func characteristic(
    _ properties: CharacteristicProperties, security: AttributeSecurity = .open,
    _ permissions: AttributePermissions?
  ) -> GATTDatabase {
    GATTDatabase([
      GATTService(
        .ranging, [GATTCharacteristic(type, properties, security: security, permissions: permissions)])
    ])
  }

  /// A link that a server asks for more than it offers.
  enum Link: CaseIterable {
    case new, bonded, encrypted, authenticated

    var security: LinkSecurity {
      switch self {
      case .new: LinkSecurity()
      case .bonded: LinkSecurity(hasKey: true)
      case .encrypted: LinkSecurity(isEncrypted: true, hasKey: true)
      case .authenticated: LinkSecurity(isEncrypted: true, isAuthenticated: true, hasKey: true)
      }
    }
  }

  /// The codes of a permission, 0 for success, by the links in their order.
  private static let codes: [(AttributeSecurity?, [UInt8])] = [
    (.open, [0, 0, 0, 0]), (.encrypted, [0x05, 0x0F, 0, 0]), (.authenticated, [0x05, 0x0F, 0x05, 0]),
  ]

  @Test("reading and writing have their own, whatever the properties say", arguments: Link.allCases)
  func own(link: Link) throws {
    let position = try #require(Link.allCases.firstIndex(of: link))
    for (read, readCodes) in Self.codes + [(nil, [2, 2, 2, 2])] {
      for (write, writeCodes) in Self.codes + [(nil, [3, 3, 3, 3])] {
        for properties: CharacteristicProperties in [[], [.read, .write], .notify] {
          let permissions = AttributePermissions(read: read, write: write)
          let database = Self.characteristic(properties, security: .encrypted, permissions)
          #expect(database[2]?.value.first == properties.rawValue)
          let requests: [(ATTPDU, UInt8)] = [
            (.readRequest(ATTReadRequest(handle: 3)), readCodes[position]),
            (.readBlobRequest(ATTReadBlobRequest(handle: 3, offset: 0)), readCodes[position]),
            (.readByTypeRequest(ATTTypedRange(.all, type: Self.type)), readCodes[position]),
            (.writeRequest(ATTHandleValue(handle: 3, value: [1])), writeCodes[position]),
            (.prepareWriteRequest(ATTPreparedWrite(handle: 3, offset: 0, value: [1])), writeCodes[position]),
          ]
          for (request, code) in requests {
            #expect(Self.code(request, database, link) == code, "\(permissions) \(request)")
          }
        }
      }
    }
  }

  private static func code(_ request: ATTPDU, _ database: GATTDatabase, _ link: Link) -> UInt8 {
    var server = ATTServer(database: database)
    for case .send(.errorResponse(let error)) in server.receive(request, security: link.security) {
      return error.errorCode.rawValue
    }
    return 0
  }

  @Test("without their own, the properties and one security decide")
  func derived() {
    for security in AttributeSecurity.allCases {
      for properties: CharacteristicProperties in [.read, .write, [.read, .writeWithoutResponse], .indicate] {
        let permissions = AttributePermissions(
          read: properties.contains(.read) ? security : nil,
          write: properties.isDisjoint(with: [.write, .writeWithoutResponse]) ? nil : security)
        #expect(
          Self.characteristic(properties, security: security, nil)
            == Self.characteristic(properties, security: security, permissions))
      }
    }
  }

  @Test("a configuration keeps the security of its characteristic")
  func configuration() {
    let database = Self.characteristic(
      [.read, .notify], security: .authenticated, AttributePermissions(read: .open))
    let write = ATTPDU.writeRequest(ATTHandleValue(handle: 4, value: [1, 0]))
    let expected: [UInt8] = [0x05, 0x0F, 0x05, 0]
    #expect(Link.allCases.map { Self.code(write, database, $0) } == expected)
  }

  @Test("a client writes and reads descriptors as they permit", arguments: LinkPair.mtus)
  func descriptors(mtu: Int) {
    let permitted: [AttributePermissions] = [
      AttributePermissions(read: .open, write: .open), AttributePermissions(write: .open),
      AttributePermissions(read: .open, write: .encrypted),
    ]
    let descriptors =
      [GATTDescriptor(Self.note, value: [1])]
      + permitted.map { GATTDescriptor(Self.note, value: [1], permissions: $0) }
    let database = GATTDatabase([
      GATTService(.ranging, [GATTCharacteristic(Self.type, .read, descriptors: descriptors)])
    ])
    var pair = LinkPair(mtu: mtu, database: database)
    let value = [UInt8](repeating: 5, count: 300)
    #expect(pair.events(of: .read(4)) == [.value(handle: 4, value: [1])])
    let readOnly = ATTClientOperation.write(4, value)
    #expect(pair.events(of: readOnly) == [.refused(readOnly, handle: 4, code: .writeNotPermitted)])
    for handle: UInt16 in [5, 6] {
      #expect(pair.events(of: .write(handle, value)) == [.written(handle: handle)])
      #expect(pair.peripheralReports.last == .attributeWritten(handle: handle, value: value))
    }
    #expect(pair.events(of: .read(5)) == [.value(handle: 5, value: value)])
    #expect(pair.events(of: .read(6)) == [.refused(.read(6), handle: 6, code: .readNotPermitted)])
    let secured = ATTClientOperation.write(7, [6])
    #expect(pair.events(of: secured) == [.refused(secured, handle: 7, code: .insufficientAuthentication)])
    pair.run(pair.central.startPairing(), of: .central)
    #expect(pair.events(of: secured) == [.written(handle: 7)])
    #expect(pair.events(of: .read(7)) == [.value(handle: 7, value: [6])])
  }
}
