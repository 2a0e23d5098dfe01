"""Who may do what: paired devices, the codes that pair them, how often anybody may try."""

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Device, Devices, Role
from web.rights.places import Places
from web.rights.rates import RateLimit
from web.rights.rights import Rights, owner_proof
from web.rights.rights_file import RightsError, kept_secret, open_rights

__all__ = [
    "Device",
    "Devices",
    "PhoneTokens",
    "Places",
    "RateLimit",
    "Rights",
    "RightsError",
    "Role",
    "TabletCode",
    "kept_secret",
    "open_rights",
    "owner_proof",
]
