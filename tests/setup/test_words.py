"""One thing, one word: names of types, modules and functions, and the glossary that defines them."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from each_kit import each

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("pbem", "rules_core")

RETIRED: Final[Mapping[str, str]] = {
    "act": "handler, or command",
    "alone": "instance lock",
    "asked": "result",
    "bench": "request context",
    "bid": "command",
    "box": "components",
    "caller": "request context",
    "case": "session",
    "casebook": "sessions",
    "course": "simulation",
    "deed": "transition",
    "declined": "refused",
    "desk": "request context",
    "diary": "request context",
    "emblem": "company mark",
    "errand": "command",
    "finger": "token cursor",
    "fired": "standing order result",
    "flaw": "fault",
    "foresee": "preview",
    "foreseen": "preview",
    "ground": "terrain",
    "hand": "token cursor",
    "hear": "handle",
    "heard": "result",
    "house": "simulation",
    "idiom": "notation",
    "illegal": "violation",
    "laws": "rule hooks",
    "ledger": "game session",
    "manner": "presenter",
    "misread": "fault",
    "office": "request context",
    "penman": "order writer",
    "people": "simulation",
    "points": "rollback targets",
    "postman": "sender",
    "quarrels": "simulation",
    "refusal": "violation",
    "relief": "terrain drawing",
    "request": "command",
    "rounds": "poll loop",
    "scene": "render context, or parse context",
    "seal": "revoke access",
    "sealed": "revoked",
    "sequel": "follow-ups",
    "shapes": "templates",
    "sheet": "reference sheet",
    "sight": "secret access",
    "stopped": "refused",
    "story": "description",
    "studio": "renderer",
    "tell": "format, or describe",
    "teller": "presenter",
    "telling": "descriptions",
    "timekeeper": "clock monitor",
    "told": "format, or describe",
    "trouble": "fault",
    "turnstile": "write lock",
    "unclear": "fault",
    "unfit": "fault",
    "unread": "fault",
    "unreadable": "fault",
    "unseal": "grant access",
    "unsealed": "granted",
    "unsupposable": "refused",
    "walk": "token cursor",
    "worker": "inbox worker",
}
"""Words that names had once, and the term that stands for each now; plurals go with them."""


class Exempt(NamedTuple):
    """A retired word in names where it means something else: which, as a pattern of their full path, and what."""

    word: str
    names: str
    meaning: str


EXEMPT: Final = (
    Exempt("illegal", "rules_core.*.IllegalAction", "the exception that carries a violation: a term of its own"),
    Exempt("stopped", "rules_core.*.PlayStopped", "an event: play ends within an action; nothing is refused"),
    Exempt("worker", "pbem.daemon.inbox_worker", "a term of its own"),
    Exempt("worker", "*.InboxWorker", "a term of its own"),
    Exempt("worker", "*.WorkerProcess", "what runs as `pbem worker`"),
    Exempt("worker", "pbem.cli.processes.worker", "a command's name, and the field's word"),
    Exempt("worker", "*.service_worker", "what browsers call it"),
    Exempt("request", "*.RequestContext", "a term of its own"),
    Exempt("request", "*.HttpRequest", "HTTP's own word"),
    Exempt("walk", "*.MimePart.walk", "what the standard library calls it"),
    Exempt("rounds", "pbem.*rounds", "those of a public beacon"),
    Exempt("hand", "*.[hH]and", "the dice that a player holds"),
    Exempt("hand", "*._hand", "the dice that a player holds"),
    Exempt("hand", "*.hand_title", "the dice that a player holds"),
    Exempt("sheet", "*reference_sheet", "a term of its own"),
    Exempt("sheet", "*ReferenceSheet", "a term of its own"),
    Exempt("office", "pbem.lobby.*", "a player's own address, for what belongs to no game"),
    Exempt("office", "pbem.web.waiting_lists.office", "a player's own address, for what belongs to no game"),
    Exempt("office", "*_office*", "a director's, in the rules"),
    Exempt("office", "*.[oO]ffices", "directors', at the end of a game"),
    Exempt("office", "*.Office[A-Z]*", "a director's, in the rules"),
    Exempt("office", "rules_core.*.office", "a director's, in the rules"),
    Exempt("box", "rules_core.*.box", "a field of what is stored, under a name that stays"),
)


LEADING: Final[Mapping[str, str]] = {"word": "describe"}
"""Words that no function may begin with: to word something is to describe it."""

ENTRY: Final = re.compile(r"^\| (?P<terms>[^|]+) \| [^|]+ \|$", re.MULTILINE)


class Name(NamedTuple):
    """A module, class or function by its full path, such as "pbem.clock.to_ms"."""

    path: str
    kind: str

    @property
    def parts(self) -> list[str]:
        """The words of its last part, in small letters."""
        return words_of(self.path.rpartition(".")[2])


def words_of(name: str) -> list[str]:
    """A name split at underscores and capitals, in small letters."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+", name)]


def modules() -> list[Path]:
    """All modules of the program."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    """A module as it is parsed."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, found once for all tests: there are two million."""
    return tuple(ast.walk(tree(path)))


def dotted(path: Path) -> str:
    """A module's name."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def names() -> tuple[Name, ...]:
    """Every module, class and function of the program."""
    return tuple(
        name for path in modules() for name in (Name(dotted(path), "module"), *_inside(tree(path), dotted(path)))
    )


def _inside(node: ast.AST, path: str) -> Iterator[Name]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            own = f"{path}.{child.name}"
            yield Name(own, "class" if isinstance(child, ast.ClassDef) else "function")
            yield from _inside(child, own)
        else:
            yield from _inside(child, path)


def retired_in(name: Name) -> set[str]:
    """The retired words in a name, without those that mean something else there."""
    found = {word for part in name.parts for word in (part, part.removesuffix("s")) if word in RETIRED}
    if name.kind == "function" and len(name.parts) > 1 and name.parts[0] in LEADING:
        found.add(name.parts[0])
    return {word for word in found if not any(one.word == word and fnmatchcase(name.path, one.names) for one in EXEMPT)}


@cache
def spelled() -> frozenset[str]:
    """How the program names its modules, classes, functions and fields, in small letters with underscores."""
    fields = {
        "_".join(words_of(node.target.id))
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return frozenset({"_".join(name.parts) for name in names()} | fields)


def said(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, each with its line."""
    for node in nodes(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def glossary() -> list[str]:
    """The terms of the glossary, one by one."""
    section = (
        (ROOT / "pbem" / "guide" / "contributor-server.md")
        .read_text("utf-8")
        .partition("## Glossary")[2]
        .partition("\n## ")[0]
    )
    rows = [match["terms"] for match in ENTRY.finditer(section)]
    return [term.strip() for row in rows[1:] for term in re.sub(r"\([^)]*\)", "", row).split(",")]


def test_no_class_name_is_given_twice() -> None:
    found = defaultdict(list)
    for name in names():
        module, _dot, own = name.path.rpartition(".")
        if name.kind == "class":
            found[own].append(module)
    assert {own: where for own, where in found.items() if len(where) > 1} == {}


def test_no_name_has_a_retired_word() -> None:
    found = {
        name.path: ", ".join(f"{w} -> {RETIRED.get(w) or LEADING[w]}" for w in sorted(retired_in(name)))
        for name in names()
    }
    assert {path: why for path, why in found.items() if why} == {}


@each("exempt", EXEMPT, ids=lambda one: one.names)
def test_every_exemption_is_needed(exempt: Exempt) -> None:
    assert any(
        exempt.word in {word for part in name.parts for word in (part, part.removesuffix("s"))}
        for name in names()
        if fnmatchcase(name.path, exempt.names)
    )


def test_the_glossary_defines_each_term_once() -> None:
    terms = glossary()
    assert len(terms) > 40
    assert sorted(terms) == sorted(set(terms))
    assert set(terms) & RETIRED.keys() <= {one.word for one in EXEMPT}


@each("term", glossary())
def test_a_term_of_the_glossary_is_what_the_code_says(term: str) -> None:
    meant = re.sub(r"[^a-z]+", "_", term.lower())
    spelling = re.compile(rf"(?:^|_){meant}(?:s|es)?(?:_|$)")
    assert any(spelling.search(name) for name in spelled())


def test_docstrings_and_comments_speak_of_players_as_they() -> None:
    pattern = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{line}: {hit[0]}"
        for path in modules()
        for line, text in said(path)
        if (hit := pattern.search(text))
    ]
    assert found == []


def test_texts_speak_of_players_as_they() -> None:
    pattern = re.compile(r"\b(?:he|him|his|himself)\b")
    texts = [
        (path, node.value)
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    pages = [path for folder in ("pbem", "mail_templates") for path in sorted((ROOT / folder).rglob("*.html"))]
    texts += [(path, path.read_text(encoding="utf-8")) for path in pages]
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}: {text[:60]}" for path, text in texts if (hit := pattern.search(text))
    ]
    assert found == []


QUESTIONS: Final = ("What", "How", "Where", "Who", "Why", "When", "Which")


def test_no_docstring_begins_with_a_question() -> None:
    """It begins with what the thing is, or does: a noun phrase, or a verb."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    asking = [
        f"{path.relative_to(ROOT)}: {begun}"
        for path in modules()
        for node in nodes(path)
        if isinstance(node, kinds) and (begun := (ast.get_docstring(node) or "").partition("\n")[0])
        if begun.split()[0] in QUESTIONS
    ]
    assert asking == []


UNCLEAR: Final[Mapping[str, str]] = {
    "asked": "the request, or who or what was asked",
    "door": "a factory of units of work",
    "flaw": "fault",
    "glance": "overview",
    "heard": "result",
    "lanes": "thread pool",
    "own": "whose it is, with what it is",
    "told": "sentences, or the events, mails or facts that they are",
}
"""Words that say nothing as a name of their own, and what names say in their place."""


def given_names(node: ast.AST) -> Iterator[str]:
    """The name that a node gives to a function, parameter, field or variable."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
            yield name
        case ast.Name(id=name, ctx=ast.Store()) if not name.isupper():
            yield name


def test_no_name_is_an_unclear_word() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}": UNCLEAR[name.strip("_")]
        for path in modules()
        for node in ast.walk(tree(path))
        for name in given_names(node)
        if name.strip("_") in UNCLEAR
    }
    assert found == {}
