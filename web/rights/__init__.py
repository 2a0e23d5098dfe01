"""Permissions: paired devices, the codes that pair them, and rate limits."""

from web.rights.devices import PairedDevice, Role
from web.rights.rights import Rights, owner_proof
from web.rights.rights_file import open_rights, read_secret

__all__ = [
    "PairedDevice",
    "Rights",
    "Role",
    "open_rights",
    "owner_proof",
    "read_secret",
]
