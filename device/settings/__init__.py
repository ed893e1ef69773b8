"""Settings: one typed file, a sentence for each, none needed to start."""

from device.settings.check import SettingsError, change, views
from device.settings.file import NAME, as_toml, home, parse_settings, read_settings, write_settings
from device.settings.schema import Settings

__all__ = [
    "NAME",
    "Settings",
    "SettingsError",
    "as_toml",
    "change",
    "home",
    "parse_settings",
    "read_settings",
    "views",
    "write_settings",
]
