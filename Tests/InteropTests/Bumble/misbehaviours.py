"""What an accessory of Bumble does otherwise than it should, one thing at a time."""

import asyncio
import os

from bumble import hci
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingDelegate

# Longer than a phone waits for an answer of the Attribute protocol.
ATTRIBUTE_DELAY = 40.0
SECOND = 1.0


class Conduct:
    """An accessory that keeps the rules."""

    host_support = True
    speaks = True
    advertises = True
    advertises_again = True
    advertises_service = True
    is_connectable = True
    takes_role = True
    secure_connections = True
    bonding = True

    def __init__(self, device, speed):
        self.device = device
        self.speed = speed

    def after(self, seconds, action):
        """Calls an action in so many seconds of the tester's time."""
        asyncio.get_running_loop().call_later(seconds / self.speed, action)

    def delegate(self):
        return PairingDelegate()

    def powered(self):
        pass

    def connected(self, connection):
        pass

    def disconnected(self):
        pass

    def send(self, command):
        asyncio.ensure_future(self.device.host.send_command(command))


class ForgetsBond(Conduct):
    def disconnected(self):
        self.device.keystore = MemoryKeyStore()


class WrongKey(Conduct):
    """Gives its controller another key than was agreed, once the link of the pairing is gone."""

    def disconnected(self):
        for keys in self.device.keystore.all_keys.values():
            if keys.ltk:
                keys.ltk.value = bytes(16)


class RefusesPairing(Conduct):
    def delegate(self):
        class Refusing(PairingDelegate):
            async def accept(self):
                return False

        return Refusing()


class DoesNotBond(Conduct):
    bonding = False


class LegacyPairing(Conduct):
    secure_connections = False


class NoRole(Conduct):
    takes_role = False


class AsksForBothRoles(Conduct):
    """Enables a role that its controller does not have: the command is refused."""

    takes_role = False

    def connected(self, connection):
        self.send(
            hci.HCI_LE_CS_Set_Default_Settings_Command(
                connection_handle=connection.handle, role_enable=3, cs_sync_antenna_selection=0xFF, max_tx_power=20))


class MasksLinks(Conduct):
    """Masks all LE Meta events."""

    def powered(self):
        self.send(hci.HCI_Set_Event_Mask_Command(event_mask=bytes.fromhex("FFFFFFFFFFFFFF1F")))


class MasksResults(Conduct):
    """Masks the results of procedures, and no other event."""

    def powered(self):
        mask = (1 << 48) - 1
        self.send(hci.HCI_LE_Set_Event_Mask_Command(le_event_mask=mask.to_bytes(8, "little")))


class NoHostSupport(Conduct):
    host_support = False


class IgnoresAttributes(Conduct):
    def powered(self):
        self.device.gatt_server.on_gatt_pdu = lambda bearer, pdu: None


class SlowAttributes(Conduct):
    """Answers after a phone has given up."""

    def powered(self):
        answer = self.device.gatt_server.on_gatt_pdu
        self.device.gatt_server.on_gatt_pdu = lambda bearer, pdu: self.after(
            ATTRIBUTE_DELAY, lambda: answer(bearer, pdu))


class SmallMTU(Conduct):
    def powered(self):
        self.device.gatt_server.max_mtu = 23


class HangsUp(Conduct):
    def connected(self, connection):
        command = hci.HCI_Disconnect_Command(
            connection_handle=connection.handle,
            reason=hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR)
        self.after(SECOND, lambda: self.send(command))


class Disables(Conduct):
    """Ends the series every two seconds."""

    def connected(self, connection):
        def disable():
            if connection.handle not in self.device.connections:
                return
            self.send(
                hci.HCI_LE_CS_Procedure_Enable_Command(
                    connection_handle=connection.handle, config_id=0, enable=0))
            self.after(2 * SECOND, disable)

        self.after(2 * SECOND, disable)


class Resets(Conduct):
    def connected(self, connection):
        self.after(SECOND, lambda: self.send(hci.HCI_Reset_Command()))


class Silent(Conduct):
    speaks = False


class NeverAdvertises(Conduct):
    advertises = False


class AdvertisesOnce(Conduct):
    advertises_again = False


class Hangs(Conduct):
    """Does nothing more once it is connected."""

    def connected(self, connection):
        os.kill(os.getpid(), 19)


class NoService(Conduct):
    advertises_service = False


class NotConnectable(Conduct):
    is_connectable = False


class DropsServiceWhenBonded(Conduct):
    def connected(self, connection):
        def paired(keys):
            self.advertises_service = False

        connection.on("pairing", paired)


class SecurityRequest(Conduct):
    def connected(self, connection):
        connection.request_pairing()


class LongLatency(Conduct):
    def connected(self, connection):
        update = self.device.update_connection_parameters(connection, 30, 45, 60, 6_000, use_l2cap=True)
        task = asyncio.ensure_future(update)
        task.add_done_callback(lambda task: task.exception())


class Scans(Conduct):
    def powered(self):
        asyncio.ensure_future(self.device.start_scanning(active=True))


CONDUCTS = {
    "conforming": Conduct,
    "forgets-bond": ForgetsBond,
    "wrong-key": WrongKey,
    "refuses-pairing": RefusesPairing,
    "does-not-bond": DoesNotBond,
    "legacy-pairing": LegacyPairing,
    "no-role": NoRole,
    "asks-for-both-roles": AsksForBothRoles,
    "masks-links": MasksLinks,
    "masks-results": MasksResults,
    "no-host-support": NoHostSupport,
    "ignores-attributes": IgnoresAttributes,
    "slow-attributes": SlowAttributes,
    "small-mtu": SmallMTU,
    "hangs-up": HangsUp,
    "disables": Disables,
    "resets": Resets,
    "silent": Silent,
    "never-advertises": NeverAdvertises,
    "advertises-once": AdvertisesOnce,
    "hangs": Hangs,
    "no-service": NoService,
    "not-connectable": NotConnectable,
    "drops-service-when-bonded": DropsServiceWhenBonded,
    "security-request": SecurityRequest,
    "long-latency": LongLatency,
    "scans": Scans,
}
