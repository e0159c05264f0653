#ifndef CPCAP_H
#define CPCAP_H

#include <pcap/pcap.h>

/// The functions of libpcap that are called here, without their prefix.
#define PCAP_FUNCTIONS(EACH) \
  EACH(create) \
  EACH(set_snaplen) \
  EACH(set_timeout) \
  EACH(activate) \
  EACH(setnonblock) \
  EACH(get_selectable_fd) \
  EACH(datalink) \
  EACH(datalink_val_to_name) \
  EACH(next_ex) \
  EACH(stats) \
  EACH(geterr) \
  EACH(statustostr) \
  EACH(close) \
  EACH(findalldevs) \
  EACH(freealldevs) \
  EACH(open_dead) \
  EACH(compile) \
  EACH(offline_filter) \
  EACH(freecode) \
  EACH(open_dead_with_tstamp_precision) \
  EACH(dump_fopen) \
  EACH(dump) \
  EACH(dump_flush) \
  EACH(dump_close)

/// libpcap in memory, each function with the type that its header gives it.
struct __attribute__((swift_attr("@Sendable"))) PcapFunctions {
#define PCAP_FIELD(name) __typeof__(pcap_##name) *_Nonnull name;
  PCAP_FUNCTIONS(PCAP_FIELD)
#undef PCAP_FIELD
};

/// Loads libpcap of this system, whatever it is called there.
///
/// It is not linked: few commands need it, Debian and others name it differently, and it loads eight other libraries.
///
/// - Returns: NULL where the system has none.
const struct PcapFunctions *_Nullable pcap_load(void);

#endif
