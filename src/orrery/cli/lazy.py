"""Commands that are loaded when somebody uses them, and help in the words of people.

The names and first lines of all commands stand in one table, so that `orrery --help` loads none of them, and a command
loads only itself. Help is printed plainly, without a library for boxes and colours: it is there at once, and a value
is called by what it is (FILE, GAME, NUMBER), never by its Python type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

WORDS: Final = {int: "NUMBER", float: "NUMBER", Path: "FILE"}
"""What a value of this type is called in help, unless the command says it better."""


class Entry(NamedTuple):
    """Where a command is to be found, and the first line of its help."""

    module: str
    attribute: str
    line: str


# --- help -------------------------------------------------------------------------------------------------------------


def word_for(hint: Any) -> str | None:
    """What a value of this type is called; None where only its name can say it."""
    if get_origin(hint) in (Union, UnionType, list):
        return next((word for part in get_args(hint) if (word := word_for(part)) is not None), None)
    return WORDS.get(hint)


def name_values(command: Any, function: Callable[..., Any]) -> None:
    """Gives every value of a command a word for help: its own, the one for its type, or its name."""
    hints = get_type_hints(function)
    for parameter in command.params:
        if parameter.metavar is None and not is_flag(parameter):
            parameter.metavar = word_for(hints.get(parameter.name)) or str(parameter.name).upper()


def is_flag(parameter: Any) -> bool:
    """Is it an option without a value?"""
    return bool(getattr(parameter, "is_flag", False))


def is_argument(parameter: Any) -> bool:
    """Is it given by its place?"""
    return bool(parameter.param_type_name == "argument")


def is_many(parameter: Any) -> bool:
    """May it be given more than once?"""
    return bool(parameter.nargs != 1 or getattr(parameter, "multiple", False))


def usage_of(argument: Any) -> str:
    """An argument in the line of usage."""
    word = argument.metavar if argument.required else f"[{argument.metavar}]"
    return f"{word}..." if is_many(argument) else str(word)


def row_of(parameter: Any) -> tuple[str, str]:
    """A row of help: how it is typed, and what it is."""
    notes = [note for note in (default_of(parameter), "required" if parameter.required else "") if note]
    said = " ".join([parameter.help or "", *([f"[{'; '.join(notes)}]"] if notes else [])]).strip()
    if is_argument(parameter):
        return f"{parameter.metavar}{'...' if is_many(parameter) else ''}", said
    names = ", ".join(parameter.opts)
    if parameter.secondary_opts:
        names += f" / {', '.join(parameter.secondary_opts)}"
    return (names if is_flag(parameter) else f"{names} {parameter.metavar}"), said


def default_of(parameter: Any) -> str:
    """What holds if it is left out, as it would be typed; empty where there is nothing to tell."""
    value = parameter.default
    if value is None or value == "" or is_many(parameter):
        return ""
    if is_flag(parameter):
        names = parameter.opts if value else parameter.secondary_opts
        return f"default: {names[0].lstrip('-')}" if names and parameter.secondary_opts else ""
    return f"default: {value}"


def write_parameters(command: Any, context: Any, formatter: Any) -> None:
    """The arguments and options of a command."""
    shown = [each for each in command.get_params(context) if not getattr(each, "hidden", False)]
    for title, rows in (
        ("Arguments", [row_of(each) for each in shown if is_argument(each)]),
        ("Options", [row_of(each) for each in shown if not is_argument(each)]),
    ):
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


class Command(TyperCommand):
    """A command whose help names no Python types."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What follows the name of the command in the line of usage."""
        return ["[OPTIONS]", *[usage_of(each) for each in self.get_params(ctx) if is_argument(each)]]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the arguments and options."""
        write_parameters(self, ctx, formatter)


class Group(TyperGroup):
    """Commands under one name, each with the whole first line of its help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the options and the commands."""
        write_parameters(self, ctx, formatter)
        rows = [(name, first_line(self.shown(ctx, name))) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def shown(self, ctx: Any, name: str) -> str:
        """The help of one of its commands."""
        return getattr(self.get_command(ctx, name), "help", None) or ""


def first_line(text: str) -> str:
    """The first line of a help text."""
    return text.strip().partition("\n")[0]


# --- loading ----------------------------------------------------------------------------------------------------------


class LazyGroup(Group):
    """Commands that are loaded when they are asked for. A subclass has the table."""

    entries: Mapping[str, Entry] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names: Any = dict.fromkeys(self.entries)
        self.commands = names

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(self.entries)

    def shown(self, ctx: Any, name: str) -> str:
        """The first line of a command's help, which is known without it."""
        return self.entries[name].line

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, loaded; None if there is none."""
        if cmd_name not in self.entries:
            return None
        if self.commands.get(cmd_name) is None:
            self.commands[cmd_name] = load(cmd_name, self.entries[cmd_name])
        return self.commands[cmd_name]


def load(name: str, entry: Entry) -> Any:
    """A command or a group of commands from its module."""
    found = getattr(import_module(entry.module), entry.attribute)
    if isinstance(found, typer.Typer):
        group: Any = get_command(found)
        group.name = name
        for each in found.registered_commands:
            assert each.callback is not None and each.name is not None
            name_values(group.commands[each.name], each.callback)
        return group
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    single.command(name, cls=Command)(found)
    command = get_command(single)
    name_values(command, found)
    return command
