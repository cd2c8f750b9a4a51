"""Facts of a PostgreSQL server, as far as the games in it depend on them."""

from typing import Any, Final, NamedTuple

from sqlalchemy import URL, text

from pbem.store.postgresql.schema import connected

CONNECTIONS: Final = {"serve": 18, "web": 15, "worker": 11, "mail": 11}
"""Connections that a process of a kind may have at one time: its readers, writers and claimers, and its own."""
_FACTS: Final = text(
    "SELECT current_setting('server_version_num')::int AS version, "
    "pg_encoding_to_char(encoding) AS encoding, "
    "ARRAY(SELECT name FROM pg_settings WHERE setting = 'off' AND name IN ('fsync', 'full_page_writes', "
    "'synchronous_commit') ORDER BY name) AS unsafe, "
    "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections, "
    "(SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) "
    "AS in_use, "
    "has_schema_privilege(current_schema(), 'CREATE') AS may_make_tables, "
    "pg_is_in_recovery() AS is_standby, "
    "coalesce((SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::int FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()), 0) AS oldest_s, "
    "pg_database_size(current_database()) AS size, "
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms "
    "FROM pg_database WHERE datname = current_database()"
)


class ServerFacts(NamedTuple):
    """Facts of a server, and of the database in it."""

    version: int
    """Such as 150004 for 15.4."""
    encoding: str
    unsafe: list[str]
    """Settings that are off, so that a crash could lose what was said to be kept."""
    connections: int
    """That users may have in all."""
    in_use: int
    may_make_tables: bool
    is_standby: bool
    oldest_s: int
    """The age of the oldest transaction in the database."""
    size: int
    """Bytes on its disk."""
    now_ms: int
    """Its clock, in milliseconds since the epoch."""


def find_server_facts(url: URL) -> ServerFacts:
    """Ask a server for its facts. Raises BadDatabase where it is out of reach."""
    with connected(url) as connection:
        row: Any = connection.execute(_FACTS).one()
        return ServerFacts(*row)
