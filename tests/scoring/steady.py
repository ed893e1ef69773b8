"""How hypothesis searches here: the same every time, and without a clock, for machines are slow and busy."""

from hypothesis import HealthCheck, settings

steady = settings(
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
