"""Cards that all stand alike, for Add Up and Code 777: how they stand, what they say, what is round them."""
