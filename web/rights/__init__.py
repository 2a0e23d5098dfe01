"""Permissions: paired devices, the codes that pair them, and rate limits."""

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Devices, PairedDevice, Role
from web.rights.rate_limit import RateLimit
from web.rights.rights import Rights, owner_proof
from web.rights.rights_file import RightsError, open_rights, read_secret
from web.rights.stream_limit import StreamLimit

__all__ = [
    "Devices",
    "PairedDevice",
    "PhoneTokens",
    "RateLimit",
    "Rights",
    "RightsError",
    "Role",
    "StreamLimit",
    "TabletCode",
    "open_rights",
    "owner_proof",
    "read_secret",
]
