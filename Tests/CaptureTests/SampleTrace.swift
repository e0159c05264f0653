/// A decoded API trace in the form in which Silicon Labs' tools write it, made up: a link from its start to its end.
enum SampleTrace {
  static let lines = [
    #"0:00:00.000055 < log      b'{"log_version": "cs_6.0"}\n'"#,
    "0:00:01 (+0:00:00.999945) < sync",
    #"0:00:01.000001 (+0.000001) < log      b'\xbb[I] bt_evt_connection_opened(\n'"#,
    "0:00:01.000100 (+0.000099) < response bt_rsp_gap_get_identity_address(result=0, "
      + "address='8c:6f:b9:00:00:01', type=0)",
    "0:00:01.100000 (+0.099900) < event    bt_evt_scanner_legacy_advertisement_report(event_flags=3, "
      + "address='c0:ff:ee:00:00:02', address_type=1, bonding=255, rssi=-60, channel=37, "
      + #"target_address='00:00:00:00:00:00', target_address_type=0, data=b'\x02\x01\x06')"#,
    "0:00:01.200000 (+0.100000) < event    bt_evt_connection_opened(address='c0:ff:ee:00:00:02', "
      + "address_type=1, role=1, connection=3, bonding=255, advertiser=255, sync=65535)",
    "0:00:01.206000 (+0.006000) < event    bt_evt_connection_parameters(connection=3, interval=36, latency=0, "
      + "timeout=100, security_mode=0)",
    "0:00:01.300000 (+0.094000) < event    bt_evt_connection_parameters(connection=3, interval=24, latency=1, "
      + "timeout=500, security_mode=2)",
    "0:00:01.400000 (+0.100000) > command  bt_cmd_gatt_discover_primary_services(connection=3)",
    #"0:00:01.410000 (+0.010000) < event    bt_evt_gatt_service(connection=3, service=65544, uuid=b'\x01\x18')"#,
    #"0:00:01.410031 (+0.000031) < event    bt_evt_gatt_service(connection=3, service=589840, uuid=b"[\x18")"#,
    "0:00:01.420000 (+0.009969) < event    bt_evt_gatt_procedure_completed(connection=3, result=0)",
    "0:00:01.500000 (+0.080000) < event    bt_evt_gatt_characteristic_value(connection=3, characteristic=15, "
      + #"att_opcode=27, offset=0, value=b'\'\\\x00\t\r\n"~')"#,
    "0:00:01.600000 (+0.100000) < event    bt_evt_cs_result(connection=3, config_id=1, start_acl_conn_event=44, "
      + "procedure_counter=7, frequency_compensation=-53, reference_power_level=-43, procedure_done_status=1, "
      + "subevent_done_status=15, abort_reason=49, num_antenna_paths=1, num_steps=1, "
      + #"data=b'\x00+\x05\x00\xc3\x01\xcc\xff')"#,
    "1 day, 0:00:00.000001 (+23:59:58.400001) < event    bt_evt_connection_closed(reason=4115, connection=3)",
  ]

  static let file = Array((lines.joined(separator: "\n") + "\n").utf8)
}
