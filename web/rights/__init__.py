"""Who may do what: paired devices, the codes that pair them, how often anybody may try."""

from web.rights.codes import PhoneTokens, TabletCode
from web.rights.devices import Device, Devices, Role
from web.rights.rates import Rates
from web.rights.rights import Rights

__all__ = ["Device", "Devices", "PhoneTokens", "Rates", "Rights", "Role", "TabletCode"]
