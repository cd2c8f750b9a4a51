"""The doctor on what a server stands on: users, disk, ports, names, encryption, backups."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dns.message
import dns.resolver
import dns.rrset
import pytest
from disk_kit import disk
from rows_kit import is_quiet

from pbem.cli.demo import free_port
from pbem.cli.doctor.surroundings import names_findings
from pbem.clock import system_clock, to_ms
from pbem.store.service.backups import LastBackup, put_last_backup
from server.kit import Place, await_until, kept, serving

NOBODY = 65534
DAY_MS = 86_400_000


def told(place: Place, what: str, *, status: int = 1) -> str:
    """What the doctor says of something, with its word before it."""
    lines = place.pbem("doctor", status=status).output.splitlines()
    return "\n".join(line for line in lines if line[7:].startswith(f"{what}: "))


def configured(begun: Place, folder: Path, **lines: str) -> Place:
    """A copy of the game that has begun with these lines put first into tables."""
    place = begun.copy(folder)
    text = place.config.read_text()
    for table, line in lines.items():
        assert f"[{table}]\n" in text
        text = text.replace(f"[{table}]\n", f"[{table}]\n{line}\n")
    place.config.write_text(text)
    return place


def with_domain(place: Place, domain: str) -> Place:
    place.config.write_text(place.config.read_text().replace('domain = "seats.test"', f'domain = "{domain}"'))
    return place


RELAY = "relay = {host = '127.0.0.1', port = 1, tls = 'none'}"


def test_files_of_another_user_are_found(begun: Place, tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give files to others")
    place = begun.copy(tmp_path)
    assert told(place, "owner", status=0).startswith("ok ")
    os.chown(place.settings.database, NOBODY, NOBODY)
    said = told(place, "owner")
    assert f"{place.settings.database} belongs to nobody, and {place.settings.server.data_dir} to root" in said


def test_what_root_restores_belongs_to_the_servers_user(begun: Place, tmp_path: Path) -> None:
    """Restored by root into the folder of another user, all that is made there is that user's."""
    if os.geteuid():
        pytest.skip("only root can give files to others")
    place = begun.copy(tmp_path / "here")
    place.pbem("backup", tmp_path / "a.tar.gz")
    there = Place(tmp_path / "there")
    there.folder.mkdir()
    os.chown(there.folder, NOBODY, NOBODY)
    said = there.pbem("restore", tmp_path / "a.tar.gz").output
    assert "Careful" not in said
    assert {path.stat().st_uid for path in there.folder.rglob("*")} == {NOBODY}
    assert kept(there).game.epoch == 1
    there.close()
    assert told(there, "owner", status=0).startswith("ok ")
    os.chown(there.settings.server.data_dir, 0, 0)
    there.settings.database.chmod(0o640)
    there.pbem("restore", tmp_path / "a.tar.gz")
    assert (there.settings.database.stat().st_uid, there.settings.database.stat().st_mode & 0o777) == (NOBODY, 0o640)


def test_a_domain_that_nobody_can_write_to_is_found(begun: Place, tmp_path: Path) -> None:
    assert told(begun, "domain", status=0) == "ok     domain: seats.test"
    place = with_domain(configured(begun, tmp_path / "a", mail=RELAY), "localhost")
    assert "nobody elsewhere can reply to localhost" in told(place, "domain")


@contextmanager
def name_server(records: dict[str, str]) -> Iterator[None]:
    """A name server that knows the MX records of some domains, and no other name; the only one that is asked."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door, pytest.MonkeyPatch.context() as patched:
        door.bind(("127.0.0.1", 0))

        def answer() -> None:
            while True:
                try:
                    wire, asker = door.recvfrom(4096)
                except OSError:
                    return
                if not wire:
                    return
                reply = dns.message.make_response(dns.message.from_wire(wire))
                name, kind = reply.question[0].name, dns.rdatatype.to_text(reply.question[0].rdtype)
                record = records.get(str(name))
                if record is None:
                    reply.set_rcode(dns.rcode.NXDOMAIN)
                elif kind == "MX" and record:
                    reply.answer.append(dns.rrset.from_text(name, 60, "IN", "MX", record))
                door.sendto(reply.to_wire(), asker)

        thread = threading.Thread(target=answer)
        thread.start()
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], door.getsockname()[1]
        patched.setattr(dns.resolver, "default_resolver", resolver)
        try:
            yield
        finally:
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", door.getsockname())
            thread.join()


def test_a_domain_without_a_mail_server_is_found(begun: Place, tmp_path: Path) -> None:
    place = configured(begun, tmp_path / "a", mail=RELAY)
    text = place.config.read_text()
    records = {"well.example.org.": "10 mx.example.org.", "null.example.org.": "0 .", "bare.example.org.": ""}
    with name_server(records):
        for domain, why in (
            ("well.example.org", "ok     domain: well.example.org has a mail server in DNS"),
            ("null.example.org", "WRONG  domain: null.example.org has no mail server in DNS (MX)"),
            ("bare.example.org", "WRONG  domain: bare.example.org has no mail server in DNS (MX)"),
            ("gone.example.org", "WRONG  domain: gone.example.org has no mail server in DNS (MX)"),
        ):
            place.config.write_text(text)
            assert told(with_domain(place, domain), "domain").startswith(why)


def test_ports_that_are_taken_or_one_are_found(begun: Place, tmp_path: Path) -> None:
    port, other = free_port(), free_port()
    place = begun.copy(tmp_path)
    text = place.config.read_text().replace("[web]\nport = 0", f"[web]\nport = {port}")
    place.config.write_text(text.replace("health_port = 0", f"health_port = {port}"))
    assert f"[web] port and [web] health_port are both {port}" in told(place, "ports").replace(
        "[web] health_port and [web] port", "[web] port and [web] health_port"
    )
    place.config.write_text(text.replace("health_port = 0", f"health_port = {other}"))
    assert told(place, "ports", status=0) == "ok     ports: free"
    with socket.create_server(("127.0.0.1", port)):
        assert f"[web] port, {port} at 127.0.0.1: another program listens there" in told(place, "ports")
    with Place(place.folder) as again, serving(again):
        await_until(lambda: is_quiet(again.database), "quiet")
        assert told(again, "ports", status=0) == "ok     ports: in use by the server"


def test_passwords_and_pages_in_the_open_are_found(begun: Place, tmp_path: Path) -> None:
    far = "relay = {host = '192.0.2.1', port = 1, tls = 'none', user = 'u', password = 'canary'}"
    place = configured(begun, tmp_path / "a", mail=far.replace("192.0.2.1", "127.0.0.1"))
    assert told(place, "encryption") == ""
    place = configured(begun, tmp_path / "d", mail=far)  # which nobody has to wait for
    (said,) = (finding for what, well, finding in names_findings(place.settings) if what == "encryption" and not well)
    assert said.startswith("[mail.relay] sends its password in the open to 192.0.2.1") and "canary" not in said
    place = configured(begun, tmp_path / "b", web="base_url = 'http://games.example'")
    assert "is not encrypted" in told(place, "website")
    place = configured(begun, tmp_path / "c", web="base_url = 'http://192.168.1.5:8080'")
    assert told(place, "website", status=0) == ""


def test_the_age_of_the_last_backup_is_told(begun: Place, tmp_path: Path) -> None:
    place, now_ms = begun.copy(tmp_path), to_ms(system_clock())

    def put(last: LastBackup) -> None:
        place.database.write(lambda tx: put_last_backup(tx, last))
        place.close()

    assert told(place, "backups", status=0) == "ok     backups: there is none yet; none is made by itself"
    place.config.write_text(place.config.read_text().replace('daily_at = ""', 'daily_at = "04:00"'))
    put(LastBackup(now_ms - DAY_MS, "/far/a.tar.gz"))
    said = told(place, "backups", status=0)
    assert "the last good one is 24 hours old: /far/a.tar.gz; one is made a day, at 04:00" in said
    put(LastBackup(now_ms - 3 * DAY_MS, "/far/a.tar.gz"))
    assert told(place, "backups").startswith("WRONG  backups: the last good one is 3 days old")
    put(LastBackup(now_ms, "/far/a.tar.gz", now_ms, "command", "rclone: 3 no route"))
    assert "could not be taken elsewhere: rclone: 3 no route" in told(place, "backups")
    put(LastBackup(tried_ms=now_ms, problem="room", detail="[Errno 28]"))
    assert "the last try found no room on the disk" in told(place, "backups")


def test_the_emails_kept_are_counted_and_a_disk_that_is_not_mounted_is_asked_for(begun: Place, tmp_path: Path) -> None:
    place = begun.copy(tmp_path)
    assert told(place, "emails kept", status=0) == ""
    text = place.config.read_text().replace("letters_days = 0", "letters_days = 14")
    place.config.write_text(text)
    assert "ok     emails kept: 0 emails in" in told(place, "emails kept", status=0)
    place.config.write_text(text.replace("letters_days = 14", 'letters_days = 14\nletters_folder = "mnt/letters"'))
    assert "mnt/letters is not there, or closed; is its disk mounted?" in told(place, "emails kept")


def test_a_disk_with_little_room_is_found(begun: Place, tmp_path: Path) -> None:
    with disk(tmp_path / "small", 4_000_000) as small:
        place = begun.copy(small)
        assert "MB left; there should be 128 MB" in told(place, "disk")
