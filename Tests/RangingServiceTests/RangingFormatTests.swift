import Testing
@testable import RangingService
