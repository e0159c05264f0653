"""The smallest host that passes apple-ios27-cs and apple-ask: Bumble above the controller at a transport.

usage: host.py tcp-client:127.0.0.1:9001
"""

import asyncio
import sys

from bumble import hci
from bumble.core import UUID, AdvertisingData
from bumble.data_types import CompleteListOf16BitServiceUUIDs, Flags
from bumble.device import Device, DeviceConfiguration
from bumble.pairing import PairingConfig
from bumble.transport import open_transport


async def main():
    async with await open_transport(sys.argv[1]) as (source, sink):
        device = Device.from_config_with_hci(DeviceConfiguration.from_dict({"name": "Host"}), source, sink)
        # LE Secure Connections and Just Works. Bumble keeps the keys of a bond in memory.
        device.pairing_config_factory = lambda link: PairingConfig(sc=True, mitm=False, bonding=True)

        @device.on("connection")
        async def enable_reflector(link):
            await device.send_sync_command(hci.HCI_LE_CS_Set_Default_Settings_Command(
                connection_handle=link.handle, role_enable=hci.CsRoleMask.REFLECTOR,
                cs_sync_antenna_selection=0xFF, max_tx_power=20))

        await device.power_on()  # HCI_Reset and both event masks
        await device.send_sync_command(hci.HCI_LE_Set_Host_Feature_Command(bit_number=47, bit_value=1))
        data = AdvertisingData([Flags(0x06), CompleteListOf16BitServiceUUIDs([UUID("185B")])])
        await device.start_advertising(advertising_data=bytes(data), auto_restart=True)
        await source.wait_for_termination()


asyncio.run(main())
