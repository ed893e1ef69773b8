"""The appliance: cameras, buttons, the table's loop, settings and the command line."""
