/// AccessorySetupKit under the name of Apple's module, for systems that do not have it: an app's files compile unchanged.
@_exported public import VirtualAccessorySetupKit
