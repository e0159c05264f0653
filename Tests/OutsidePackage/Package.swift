// swift-tools-version: 6.2
import PackageDescription

// A package as an app team has it: the app's code and its tests, beside a checkout of reflector.
let package = Package(
  name: "finder",
  dependencies: [.package(name: "reflector", path: "../..")],
  targets: [
    .executableTarget(
      name: "MainQueue",
      dependencies: [
        .product(name: "CoreBluetoothOnLinux", package: "reflector", condition: .when(platforms: [.linux])),
        .product(name: "VirtualPhone", package: "reflector"),
      ]),
    .testTarget(
      name: "FinderTests",
      dependencies: [
        .product(name: "CoreBluetoothOnLinux", package: "reflector", condition: .when(platforms: [.linux])),
        .product(
          name: "AccessorySetupKitOnLinux", package: "reflector", condition: .when(platforms: [.linux])),
        .product(name: "VirtualPhone", package: "reflector"),
      ]),
  ]
)
