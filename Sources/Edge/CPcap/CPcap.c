#include "CPcap.h"

#include <dlfcn.h>
#include <stddef.h>

static void *library(void) {
  static const char *const names[] = {"libpcap.so.0.8", "libpcap.so.1"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *const handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) return handle;
  }
  return NULL;
}

const struct PcapFunctions *pcap_load(void) {
  static struct PcapFunctions functions;
  void *const handle = library();
  if (handle == NULL) return NULL;
#define PCAP_LOAD(name) \
  if ((functions.name = (__typeof__(functions.name))dlsym(handle, "pcap_" #name)) == NULL) return NULL;
  PCAP_FUNCTIONS(PCAP_LOAD)
#undef PCAP_LOAD
  return &functions;
}
