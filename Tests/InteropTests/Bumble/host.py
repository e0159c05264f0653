"""A Bumble host above a controller that speaks H4: the phone or the accessory of a Channel Sounding session.

usage: host.py phone|accessory TRANSPORT [--procedures N] [--leave-after N] [--reset-after N]
               [--stay] [--no-ipt] [--subevent MICROSECONDS] [--conduct NAME] [--speed N] [--thermometer]

Prints one JSON object a line for everything that happens, until the link ends or the procedures are done.
With --leave-after and --reset-after it breaks off in the middle of the procedure that follows N whole ones;
with --stay an accessory takes the next phone when one has left; --subevent bounds a phone's subevents, so
that a procedure takes several. --conduct is what an accessory does otherwise than it should, a name of
misbehaviours.py, or 'conforming'; with it the accessory advertises as Apple's guidelines say. --speed is how
many times faster than the clock the tester's time runs. --thermometer gives an accessory a service with a
temperature, which a phone may read and subscribe to once the link is encrypted.
"""

import argparse
import asyncio
import json
import warnings

from bumble import core, data_types, hci
from bumble.device import (
    AdvertisingData,
    AdvertisingType,
    ConnectionParametersPreferences,
    Device,
    DeviceConfiguration,
)
from bumble.gatt import Characteristic, Service
from bumble.pairing import PairingConfig
from bumble.transport import open_transport

from misbehaviours import CONDUCTS, Conduct

# Bumble marks its Channel Sounding calls as experimental, each time one is made.
warnings.simplefilter("ignore", FutureWarning)

THERMOMETER = core.UUID("8D5A0001-4E2B-4C0B-9C51-1F60C0DE5EEE")
TEMPERATURE = core.UUID("8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE")
RANGING_SERVICE = core.UUID.from_16_bits(0x185B)
ALL_CHANNELS = bytes.fromhex("fcff7ffcffffffffff1f")
PREFERENCES = ConnectionParametersPreferences(connection_interval_min=30, connection_interval_max=30)
ADVERTISING_INTERVAL = 30.0
# What Apple's guidelines say: the interval at first, for how long, and the interval afterwards.
FAST_INTERVAL = 20.0
FAST_SECONDS = 31.0
SLOW_INTERVAL = 152.5
# Procedure_Done_Status while more is to come.
PARTIAL = 1


def tell(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def signed12(value):
    return value - 4096 if value & 0x800 else value


def tones(data):
    """I, Q and quality of each tone in the data of a mode-2 step, the extension slot last."""
    found = []
    for at in range(1, len(data), 4):
        word = int.from_bytes(data[at : at + 3], "little")
        found.append([signed12(word & 0xFFF), signed12(word >> 12), data[at + 3]])
    return found


def steps(event):
    """Mode, channel and tones of each step that Bumble parsed."""
    return [
        {"mode": mode, "channel": channel, "tones": tones(data) if mode == 2 else []}
        for mode, channel, data in zip(event.step_mode, event.step_channel, event.step_data)
    ]


class Session:
    """What both roles have in common: a device, and an account of what happens to it."""

    def __init__(self, options, device, conduct):
        self.options = options
        self.device = device
        self.conduct = conduct
        self.procedures = 0
        self.is_breaking_off = False
        self.finished = asyncio.get_running_loop().create_future()
        device.host.on("cs_subevent_result", self.on_result)
        device.host.on("cs_subevent_result_continue", self.on_continue)

    def end(self, *_):
        if not self.finished.done():
            self.finished.set_result(None)

    def watch(self, connection):
        tell("connected", peer=str(connection.peer_address), role=connection.role_name)

        def on_disconnection(reason):
            tell("disconnected", reason=reason)
            if not self.options.stay:
                self.end()

        connection.on("disconnection", on_disconnection)
        connection.on("pairing", lambda keys: tell("paired", ltk=keys.ltk is not None))
        connection.on("pairing_failure", lambda reason: tell("pairing failed", reason=int(reason)))
        connection.on(
            "connection_encryption_change", lambda: tell("encrypted", encryption=connection.encryption))
        connection.on("channel_sounding_config", self.on_config)
        connection.on("channel_sounding_procedure", self.on_procedure)

    def on_config(self, config):
        tell(
            "config",
            id=config.config_id,
            role=int(config.role),
            t_ip1=config.t_ip1_time,
            t_ip2=config.t_ip2_time,
            t_fcs=config.t_fcs_time,
            t_pm=config.t_pm_time,
        )

    def on_procedure(self, procedure):
        tell("procedures", state=procedure.state, count=procedure.procedure_count)

    def on_result(self, event):
        tell(
            "subevent",
            counter=event.procedure_counter,
            paths=event.num_antenna_paths,
            procedure_done=event.procedure_done_status,
            subevent_done=event.subevent_done_status,
            abort=event.abort_reason,
            steps=steps(event),
        )
        self.count(event)

    def on_continue(self, event):
        tell(
            "continue",
            procedure_done=event.procedure_done_status,
            subevent_done=event.subevent_done_status,
            steps=steps(event),
        )
        self.count(event)

    def count(self, event):
        if event.procedure_done_status == PARTIAL:
            self.break_off()
            return
        self.procedures += 1
        if self.procedures == self.options.procedures:
            self.end()

    def break_off(self):
        options = self.options
        action = {options.leave_after: self.leave, options.reset_after: self.reset}.get(self.procedures)
        if action and not self.is_breaking_off:
            self.is_breaking_off = True
            asyncio.ensure_future(action())

    async def take_roles(self, connection):
        await self.device.set_default_cs_settings(
            connection, role_enable=self.device.cs_capabilities.roles_supported)

    async def leave(self):
        tell("leaving")
        for connection in list(self.device.connections.values()):
            await connection.disconnect(hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR)

    async def reset(self):
        tell("resetting")
        await self.device.host.send_sync_command(hci.HCI_Reset_Command())
        tell("reset")
        self.end()


class Accessory(Session):
    async def run(self):
        device = self.device

        def on_connection(connection):
            self.watch(connection)
            asyncio.ensure_future(self.take_roles(connection))

        device.on("connection", on_connection)
        if self.options.thermometer:
            asyncio.ensure_future(self.measure())
        self.conduct.powered()
        if self.options.conduct:
            await self.keep_advertising()
        else:
            await self.advertise(ADVERTISING_INTERVAL, auto_restart=self.options.stay)
            tell("advertising")
        await self.finished

    async def measure(self):
        """Has a temperature of 21.5 degrees, and notifies one more tenth at a time."""
        tenths = 215
        temperature = Characteristic(
            TEMPERATURE, Characteristic.Properties.READ | Characteristic.Properties.NOTIFY,
            Characteristic.READ_REQUIRES_ENCRYPTION, tenths.to_bytes(2, "little"))
        self.device.add_service(Service(THERMOMETER, [temperature]))
        while True:
            await asyncio.sleep(0.5)
            tenths += 1
            temperature.value = tenths.to_bytes(2, "little")
            await self.device.notify_subscribers(temperature)

    def watch(self, connection):
        super().watch(connection)
        self.conduct.connected(connection)
        connection.on("disconnection", lambda reason: self.conduct.disconnected())

    async def take_roles(self, connection):
        if self.conduct.takes_role:
            await super().take_roles(connection)

    async def keep_advertising(self):
        """Advertises fast, then slowly, until there is a link; and again when it is gone."""
        device = self.device
        while self.conduct.advertises:
            await self.advertise(FAST_INTERVAL)
            tell("advertising")
            connected = asyncio.get_running_loop().create_future()
            device.once("connection", connected.set_result)
            done, _ = await asyncio.wait([connected], timeout=FAST_SECONDS / self.options.speed)
            if not done:
                await self.advertise(SLOW_INTERVAL)
            connection = await connected
            if connection.handle in device.connections:
                gone = asyncio.get_running_loop().create_future()
                connection.once("disconnection", lambda reason: gone.done() or gone.set_result(reason))
                await gone
            if not self.conduct.advertises_again:
                return

    async def advertise(self, interval, auto_restart=False):
        flags = AdvertisingData.Flags
        data = [
            data_types.Flags(flags.LE_GENERAL_DISCOVERABLE_MODE | flags.BR_EDR_NOT_SUPPORTED),
            data_types.CompleteLocalName(self.device.name),
        ]
        if self.options.conduct:
            data.append(data_types.TxPowerLevel(0))
        if self.conduct.advertises_service:
            data.append(data_types.CompleteListOf16BitServiceUUIDs([RANGING_SERVICE]))
        await self.device.start_advertising(
            advertising_type=AdvertisingType.UNDIRECTED_CONNECTABLE_SCANNABLE
            if self.conduct.is_connectable else AdvertisingType.UNDIRECTED,
            advertising_data=bytes(AdvertisingData(data)), own_address_type=hci.OwnAddressType.PUBLIC,
            auto_restart=auto_restart, advertising_interval_min=interval, advertising_interval_max=interval)


class Phone(Session):
    async def run(self):
        device = self.device
        address = await self.find()
        connection = await device.connect(
            address, connection_parameters_preferences={hci.Phy.LE_1M: PREFERENCES},
            own_address_type=hci.OwnAddressType.PUBLIC)
        self.watch(connection)
        await connection.pair()
        if not connection.encryption:
            await connection.encrypt()
        capabilities = await device.get_remote_cs_capabilities(connection)
        tell(
            "capabilities",
            t_fcs=capabilities.t_fcs_times_supported,
            subfeatures=int(capabilities.subfeatures_supported),
            paths=capabilities.max_antenna_paths_supported,
        )
        await self.take_roles(connection)
        config = await device.create_cs_config(
            connection, channel_map=ALL_CHANNELS, cs_enhancements=0 if self.options.no_ipt else 1)
        await device.enable_cs_security(connection)
        tell("security")
        await device.set_cs_procedure_parameters(
            connection, config, max_procedure_count=0, min_procedure_interval=4, max_procedure_interval=8,
            max_subevent_len=self.options.subevent)
        await device.enable_cs_procedure(connection, config)
        await self.finished
        if self.options.procedures and connection.handle in device.connections:
            await connection.disconnect()

    async def find(self):
        found = asyncio.get_running_loop().create_future()

        def on_advertisement(advertisement):
            if advertisement.is_connectable and not found.done():
                found.set_result(advertisement.address)

        self.device.on("advertisement", on_advertisement)
        await self.device.start_scanning(active=False)
        address = await found
        await self.device.stop_scanning()
        tell("found", address=str(address))
        return address


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["phone", "accessory"])
    parser.add_argument("transport")
    parser.add_argument("--procedures", type=int)
    parser.add_argument("--leave-after", type=int)
    parser.add_argument("--reset-after", type=int)
    parser.add_argument("--stay", action="store_true")
    parser.add_argument("--no-ipt", action="store_true")
    parser.add_argument("--subevent", type=int, default=30_000)
    parser.add_argument("--conduct", choices=CONDUCTS)
    parser.add_argument("--speed", type=float, default=1)
    parser.add_argument("--thermometer", action="store_true")
    options = parser.parse_args()
    kind = CONDUCTS.get(options.conduct, Conduct)
    async with await open_transport(options.transport) as (source, sink):
        if not kind.speaks:
            await source.terminated
            return
        configuration = DeviceConfiguration(
            name=f"Bumble {options.role}", channel_sounding_enabled=kind.host_support, irk=bytes(range(16)))
        device = Device.from_config_with_hci(configuration, source, sink)
        conduct = kind(device, options.speed)
        device.pairing_config_factory = lambda connection: PairingConfig(
            sc=conduct.secure_connections, mitm=False, bonding=conduct.bonding, delegate=conduct.delegate())
        await device.power_on()
        tell("power on", address=str(device.public_address))
        session = {"phone": Phone, "accessory": Accessory}[options.role](options, device, conduct)
        running = asyncio.ensure_future(session.run())
        await asyncio.wait([running, source.terminated], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        else:
            tell("transport lost")
            running.cancel()
            await asyncio.wait([running])
        tell("end")


asyncio.run(main())
