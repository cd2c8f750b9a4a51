"""The guides: what they name is there, on the website, on a code host and on a terminal alike."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from urllib.parse import urljoin

import click
import pytest
from lxml import html
from server.kit import run_pbem
from web_kit import World, new_world

from pbem.cli import main
from pbem.guide import READERS, guides
from pbem.guide.guides import WIDTH, GuidePage, anchor, body_html, text_of
from pbem.i18n import PSEUDO

PAGES = ("README.md", ".github/SECURITY.md", *(f"pbem/guide/{topic}.md" for topic in guides()))
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"`(?:\.venv/bin/)?pbem ([^`]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)#([^)]+)\)")
README_LINES = 250


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with new_world(tmp_path_factory.mktemp("world")) as world:
        yield world


@pytest.fixture(scope="module")
def shown(world: World) -> Mapping[str, html.HtmlElement]:
    """The page of each guide, by its path."""
    browser = world.browser()
    return {
        path: html.document_fromstring(browser.open(path).data) for path in (f"/guide/{topic}" for topic in guides())
    }


def test_every_file_is_a_guide_of_one_reader(checkout: Path) -> None:
    topics = [topic for topics in READERS.values() for topic in topics]
    assert sorted(topics) == sorted(path.stem for path in (checkout / "pbem" / "guide").glob("*.md"))


def test_the_lead_of_a_guide_describes_its_page_to_search_engines() -> None:
    assert {topic: len(guide.lead) for topic, guide in guides().items() if not 40 < len(guide.lead) < 160} == {}


def test_the_readme_is_short(checkout: Path) -> None:
    assert len((checkout / "README.md").read_text("utf-8").splitlines()) < README_LINES


@pytest.mark.parametrize("name", PAGES)
def test_every_command_that_a_page_names_is_one(checkout: Path, name: str) -> None:
    text = (checkout / name).read_text("utf-8")
    blocks = "\n".join(block for kind, block in BLOCK.findall(text) if kind.startswith("sh"))
    named = [*re.findall(r"^pbem (.*)$", blocks, re.MULTILINE), *COMMAND.findall(" ".join(text.split()))]
    assert [words for words in named if not is_command(words.partition(" #")[0].split())] == []


def is_command(words: list[str]) -> bool:
    """Whether words are a command with options that it has."""
    command: click.Command = main
    options: set[str] = set()
    for word in words:
        if isinstance(command, click.Group) and word in command.commands:
            command = command.commands[word]
        options |= {known for param in command.params for known in param.opts} | {"--help", "--version"}
        if word.startswith("--") and word not in options:
            return False
    return command is not main or words[0].startswith("--")


@pytest.mark.parametrize("name", PAGES)
def test_every_anchor_that_a_page_leads_to_is_there(checkout: Path, name: str) -> None:
    for page, section in LINK.findall((checkout / name).read_text("utf-8")):
        text = ((checkout / name).parent / page if page else checkout / name).read_text("utf-8")
        assert section in [anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)], (page, section)


def test_the_list_of_guides_leads_to_each(world: World) -> None:
    browser = world.browser()
    browser.open("/guide")
    links = [link.get("href") for link in browser.page.xpath("//main//dt/a")]
    assert links == [f"/guide/{topic}" for topic in guides()]
    assert browser.page.xpath("//footer//a[@href='/guide']")


def test_every_link_and_picture_of_a_guide_is_there(world: World, shown: Mapping[str, html.HtmlElement]) -> None:
    browser = world.browser()
    led_to = set[str]()
    for path, page in shown.items():
        for address in page.xpath("//article//a/@href | //article//img/@src"):
            target, _, section = urljoin(path, address).partition("#")
            led_to.add(target)
            assert not section or shown[target].xpath(f"//*[@id='{section}']"), (path, address)
    assert {"/guide/player", "/guide/pictures/germany.png", "/help/orders", "/rules"} <= led_to
    found = {target: browser.open(target).status_code for target in led_to if target.startswith("/")}
    assert {target: status for target, status in found.items() if status not in (200, 302)} == {}


def test_what_leads_to_no_page_keeps_its_words(shown: Mapping[str, html.HtmlElement]) -> None:
    (article,) = shown["/guide/contributor"].xpath("//article")
    assert "rules_core/README.md" in article.text_content()
    assert article.xpath(".//a[contains(., 'rules_core')]") == []


def test_headings_are_anchors_of_their_own_and_lead_down_step_by_step(shown: Mapping[str, html.HtmlElement]) -> None:
    for path, page in shown.items():
        anchors = page.xpath("//article//*[@id]/@id")
        assert len(anchors) == len(set(anchors)), path
        assert page.xpath("//nav[@class='contents']//a/@href") == [f"#{id_}" for id_ in page.xpath("//article//h2/@id")]
        levels = [int(heading.tag[1]) for heading in page.xpath("//article//*[self::h1 or self::h2 or self::h3]")]
        assert levels[0] == 1
        assert all(later <= level + 1 for level, later in pairwise(levels)), path


def test_what_is_wide_is_scrolled_by_keyboard_and_named_by_its_section(shown: Mapping[str, html.HtmlElement]) -> None:
    for path, page in shown.items():
        assert page.xpath("//article//table[not(parent::div[@class='wide'])]") == []
        for box in page.xpath("//article//pre | //article//div[@class='wide']"):
            assert (box.get("tabindex"), box.get("role")) == ("0", "group")
            assert page.xpath(f"//*[@id='{box.get('aria-labelledby')}']"), path


def test_a_guide_is_marked_as_english_within_a_page_of_another_language(world: World) -> None:
    browser = world.browser()
    browser.open("/guide/host", headers={"Accept-Language": PSEUDO})
    assert browser.page.xpath("//article/@lang") == ["en"]


def test_html_in_a_guide_is_text() -> None:
    guide = GuidePage(
        "x", "# A\n\nB.\n\n## <b>C</b>\n\n<script>alert(1)</script>\n\n[d](javascript:alert(1)) <i>e</i>\n"
    )
    tree = html.fromstring(f"<div>{body_html(guide, lambda _path: False)}</div>")
    assert {element.tag for element in tree.iter()} == {"div", "h2", "p"}
    assert "<script>alert(1)</script>" in tree.text_content()


def test_an_unknown_guide_is_no_page(world: World) -> None:
    assert world.browser().open("/guide/chess").status_code == 404
    assert world.browser().open("/guide/pictures/chess.png").status_code == 404


@pytest.mark.parametrize("topic", guides())
def test_a_guide_reads_well_on_a_terminal(topic: str) -> None:
    lines = text_of(guides()[topic]).splitlines()
    blocks = BLOCK.findall(guides()[topic].text)
    copied = [block for kind, block in blocks if " " in kind or topic.startswith("contributor")]
    whole = {f"    {line}" for block in copied for line in block.splitlines()}
    assert lines[:2] == [guides()[topic].title, "=" * len(guides()[topic].title)]
    assert [line for line in lines if len(line) > WIDTH and line not in whole] == []
    assert [line for line in lines if ".md" in line and "README.md" not in line] == []


def test_the_command_lists_and_prints_them() -> None:
    text = run_pbem("guide").output
    assert all(re.search(rf"^  {topic} +{re.escape(guides()[topic].title)}$", text, re.MULTILINE) for topic in guides())
    assert run_pbem("guide", "FAIRNESS").output == text_of(guides()["fairness"]) + "\n"
    assert "Did you mean moderator?" in run_pbem("guide", "moderation", status=2).output
    assert "`pbem guide` lists them." in run_pbem("guide", "zzz", status=2).output


def test_a_pager_shows_a_guide_on_a_terminal_alone(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("pbem")
    environment = {**os.environ, "PAGER": f"tee {tmp_path / 'paged'}", "TERM": "xterm", "COLUMNS": "60"}
    terminal, end = pty.openpty()
    running = subprocess.Popen([program, "guide", "changes"], stdin=end, stdout=end, stderr=end, env=environment)
    os.close(end)
    while True:
        try:
            if not os.read(terminal, 4096):
                break
        except OSError:  # Linux's way to say that the other end is closed
            break
    os.close(terminal)
    assert running.wait() == 0
    paged = (tmp_path / "paged").read_text("utf-8")
    assert paged.startswith("Changes by version\n=====")
    assert max(map(len, paged.splitlines())) <= 60
