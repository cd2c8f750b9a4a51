"""Configurations of Dovecot for tests: of 2.3 (Debian 12), and of 2.4 (Debian 13), which reads none that is older."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class DovecotLayout:
    """The files, ports and accounts that a configuration names."""

    folder: Path
    user: str
    group: str
    host: str
    imap: int
    imaps: int
    lmtp: int


def version_of(dovecot: Path) -> tuple[int, int]:
    """The first two numbers of a program's version."""
    text = subprocess.run([dovecot, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def configuration(version: tuple[int, int], at: DovecotLayout) -> str:
    """A configuration for a version: each user has a file in `users` and a Maildir in `mail`, named alike."""
    return (_of_2_3(at) if version < (2, 4) else _of_2_4(at)) + _of_all(at)


def _of_2_3(at: DovecotLayout) -> str:
    databases = "\n".join(
        f"{name} {{\n  driver = passwd-file\n  args = {at.folder}/users/%n\n}}" for name in ("passdb", "userdb")
    )
    return f"""
ssl_cert = <{at.folder}/certificate.pem
ssl_key = <{at.folder}/certificate.pem
disable_plaintext_auth = no
mail_location = maildir:{at.folder}/mail/%n
auth_username_format = %Ln
{databases}
service lmtp {{
  inet_listener lmtp {{
    address = {at.host}
    port = {at.lmtp}
  }}
}}
"""


def _of_2_4(at: DovecotLayout) -> str:
    databases = "\n".join(
        f"{name} passwd-file {{\n  passwd_file_path = {at.folder}/users/%{{user | username}}\n}}"
        for name in ("passdb", "userdb")
    )
    return f"""dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
ssl_server_cert_file = {at.folder}/certificate.pem
ssl_server_key_file = {at.folder}/certificate.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = {at.folder}/mail/%{{user | username}}
auth_username_format = %{{user | username | lower}}
{databases}
service lmtp {{
  inet_listener lmtp {{
    listen = {at.host}
    port = {at.lmtp}
  }}
}}
"""


def _of_all(at: DovecotLayout) -> str:
    return f"""
base_dir = {at.folder}/run
state_dir = {at.folder}/state
log_path = {at.folder}/dovecot.log
protocols = imap lmtp
listen = {at.host}
ssl = yes
auth_failure_delay = 0
default_internal_user = {at.user}
default_internal_group = {at.group}
default_login_user = {at.user}
first_valid_uid = 1
mail_max_userip_connections = 100
recipient_delimiter = +
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {at.imap}
  }}
  inet_listener imaps {{
    port = {at.imaps}
  }}
}}
"""
