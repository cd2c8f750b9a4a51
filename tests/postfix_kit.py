"""A real Postfix on this machine, for tests that run as root, which it must be started by."""

import grp
import os
import pwd
from pathlib import Path
from typing import Final

import pytest
from mailservers_kit import HOST, MailServer, free_ports, program

OWNER: Final = "daemon"
"""Owns the queue: as a package Postfix makes an account of its own for that, which no unpacked one has."""
_DROP_GROUP: Final = "mail"
_QUEUES: Final = [
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "maildrop",
    "pid",
    "private",
    "public",
    "saved",
    "trace",
]
_FOR_GROUP: Final = {"maildrop": 0o1730, "public": 0o2710}
_SERVICES: Final = """
{host}:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix(MailServer):
    """An MTA that takes mails at `port` as one behind port 25, with lines of its `main.cf` and `master.cf`.

    What is put off it tries again each second.
    """

    runs_as_root = True

    def __init__(self, main: str, master: str = "") -> None:
        """Skip the test where the tester is not root."""
        if os.getuid() != 0:
            pytest.skip("only root can start Postfix")
        super().__init__("postfix")
        self.folder.chmod(0o755)
        (self.port,) = free_ports(1)
        self._make_queue(self.folder / "queue")
        (self.folder / "data").mkdir()
        self._give(self.folder / "data", OWNER)
        root = program("postfix").parents[2]
        libraries = root / "usr/lib/postfix"
        self.write("master.cf", _SERVICES.format(host=HOST, port=self.port) + master)
        self.write(
            "main.cf",
            f"""
compatibility_level = 3.6
command_directory = {root}/usr/sbin
daemon_directory = {libraries}/sbin
shlib_directory = {libraries}
meta_directory = {root}/etc/postfix
queue_directory = {self.folder}/queue
data_directory = {self.folder}/data
import_environment = LD_LIBRARY_PATH={libraries} MAIL_CONFIG MAIL_LOGTAG TZ
mail_owner = {OWNER}
setgid_group = {_DROP_GROUP}
default_privs = nobody
maillog_file_prefixes = {self.folder}
maillog_file = {self.folder}/postfix.log
myhostname = mx.test
mydestination =
inet_interfaces = {HOST}
inet_protocols = ipv4
alias_maps =
alias_database =
mynetworks = 127.0.0.0/8
smtp_host_lookup = native
disable_dns_lookups = yes
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
{main}
""",
        )
        environment = {"LD_LIBRARY_PATH": str(libraries), "MAIL_CONFIG": str(self.folder)}
        self.begin(libraries / "sbin/master", "-d", ports=(self.port,), environment=environment)

    def _make_queue(self, queue: Path) -> None:
        queue.mkdir()
        for name in _QUEUES:
            (queue / name).mkdir()
            if name == "pid":
                continue
            self._give(queue / name, OWNER, _DROP_GROUP if name in _FOR_GROUP else None)
            (queue / name).chmod(_FOR_GROUP.get(name, 0o700))

    @staticmethod
    def _give(path: Path, user: str, group: str | None = None) -> None:
        os.chown(path, pwd.getpwnam(user).pw_uid, grp.getgrnam(group).gr_gid if group else -1)
