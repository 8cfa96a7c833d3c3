"""The terminal table: one loop for every game.

It holds a match and asks whoever is to act: a bot for its word, a person for a line. A person sees nothing but the view
and the events of the seat that they sit at. What a line means is asked of the game's sheet, what is allowed of the
rules.

On a terminal a question never stands alone: what the others did since the person's last action, the picture, the
question and the cursor fit the window together, and are drawn anew where they have scrolled away.
"""

from __future__ import annotations

import logging
import re
import signal
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.text import Text

from orrery.bots import engines
from orrery.bots.bot import NoLimit, bot_names, make_bot
from orrery.bots.engines import EngineBot
from orrery.bots.mcts import MctsBot
from orrery.bots.playing import Forfeit
from orrery.core.clause import NOT_UNDERSTOOD, Refusal, in_words
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.foresight import foresee, is_idle
from orrery.core.game import Game, seen_of
from orrery.core.match import Match
from orrery.core.notation import nearest
from orrery.terminal import commands
from orrery.terminal.clauses import Clauses
from orrery.terminal.commands import Leave
from orrery.terminal.drawing import PARAGRAPH, flow, width, wrap
from orrery.terminal.keeping import Keeper
from orrery.terminal.levels import Levels
from orrery.terminal.pages import show_pages
from orrery.terminal.players import STAND_IN, Player, shown_names
from orrery.terminal.prompt import EndOfInput, Interrupted, Reader
from orrery.terminal.screen import Screen
from orrery.terminal.sheet import Choice, Move, Offer, Reading, Scene, Sheet, Tried, Unclear
from orrery.terminal.texts import Texts

YES: Final = ("y", "yes", "はい", "うん", "ok")
HINTS: Final = 2
"""How many times a hint for newcomers is given for each sort of question."""
LEAST: Final = 12
"""With fewer rows for the picture, what can be left out above and below it is left out."""
FIRST: Final = 9
"""So many rows are enough for the first picture, so that the introduction stays to be seen."""
SHORT: Final = 3
"""So many rows of news are left as they were told; more are told in short, above the picture."""


class Table:
    """A match on the table, with its players."""

    def __init__(
        self, game: Game, sheet: Sheet, texts: Texts, screen: Screen, reader: Reader, again: Callable[[Table], bool]
    ) -> None:
        """`again` sets up another match with the same players; it tells whether it could."""
        self.game = game
        self.sheet = sheet
        self.texts = texts
        self.screen = screen
        self.reader = reader
        self.again = again
        self.clauses = Clauses(game, texts)
        self.levels = Levels()
        self.keeper: Keeper | None = None
        """Keeps the match while it is played, where somebody could come back to it."""
        self.hints: dict[str, int] = {}
        self.pictures = True
        engines.LOG.addHandler(logging.NullHandler())  # the table says it itself, in its own place

    def lay(self, match: Match, players: list[Player], fate: Fate, seed: int | None = None) -> None:
        """Puts a match on the table: from now on this one is played.

        `fate` is for the bots' dice. `seed` is what the match was made from; it is told when the match is over.
        """
        if self.keeper is not None:
            self.keeper.begin()
        self.match = match
        self.seed = seed
        self.players = players
        self.fate = fate
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.sitting: int | None = self.people[0] if len(self.people) == 1 else None
        """The seat of the person at the keyboard; None while nobody's secrets may be shown."""
        self.told = match.taken
        """How many actions have been told to everybody."""
        self.told_alone = [self.events_before(match.taken)] * len(players)
        """For each seat, how many events have been told as only that seat sees them."""
        self.fresh = [self.events_before(self.decided(seat)) for seat in range(len(players))]
        """For each seat, how many events had happened when it last decided."""
        self.shown: object = None
        self.since = self.screen.rows
        """The row in which the telling of what happened since the person's last action began."""
        self.top: int | None = None
        """The row in which what belongs to the present question begins; None before the first question."""
        self.offer = Offer()
        self.refused: list[str] = []
        self.warned: tuple[int, str] | None = None
        """The action that was said to have no effect, and when that was."""
        self.running_on = False
        self.saved = match.number
        self.over_said = False

    # --- what people may know -----------------------------------------------------------------------------------------

    def scene(self, seat: int | None) -> Scene:
        """What a seat may know now."""
        match = self.match
        mine = seat is not None and match.to_act() == seat
        return Scene(
            seat,
            match.view(seat),
            match.seen(seat),
            match.actions() if mine else [],
            match.result(),
            shown_names(self.players, self.texts),
            0 if seat is None else self.fresh[seat],
        )

    def here(self) -> Scene:
        """What the person at the keyboard may know."""
        return self.scene(self.sitting)

    def events_before(self, taken: int) -> int:
        """How many events of the setup and of this many first actions a seat has seen: an event is seen by all seats or
        by none, in whatever form.
        """
        opening = len(self.match.opening)
        return opening + sum([len(seen_of(entry.events, None)) for entry in self.match.line[:taken]])

    def hear(self, prompt: str, candidates: Callable[[], list[str]] | None = None) -> str:
        """A line from the person at the keyboard. Raises EndOfInput or Interrupted."""
        typed = self.reader.ask(prompt, candidates)
        self.screen.count(width(prompt + typed))
        return typed

    def decided(self, seat: int) -> int:
        """How many actions had been taken when a seat had last decided."""
        return max([i for i, entry in enumerate(self.match.line, 1) if entry.seat == seat], default=0)

    # --- the loop -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the person leaves."""
        try:
            self.introduce()
            while True:
                try:
                    self.step()
                except (KeyboardInterrupt, Interrupted):
                    commands.leave(self)
        except Leave:
            pass
        self.screen.say(self.texts.say("leave.goodbye"))

    def step(self) -> None:
        """One decision, or what follows the end of the match."""
        seat = self.match.to_act()
        if seat is None:
            self.finish()
        elif self.players[seat].bot is None:
            self.take_seat(seat)
            self.tell()
            self.decide(seat)
        else:
            if not self.people:
                self.watch()
            if self.match.to_act() == seat:
                self.let_play(seat)

    def introduce(self) -> None:
        """What a person reads when the match is laid out."""
        names = shown_names(self.players, self.texts)
        view = self.match.view(None)
        self.screen.rule(self.texts.say("game.title") if self.texts.has("game.title") else Text(self.game.name))
        seats = [
            self.texts.say("intro.seat", seat=seat, who=name, label=self.sheet.seat_label(view, seat))
            for seat, name in enumerate(names)
        ]
        self.screen.show(flow(seats, self.screen.room, 0))
        if self.texts.has("game.goal"):
            self.screen.say(self.texts.say("game.goal"))
        self.screen.say(self.texts.say("intro.help"))
        scene = self.here()
        if self.match.opening and not self.match.taken:
            self.say_events(scene, self.match.opening)
        elif scene.seat is not None:
            self.say_events(scene, scene.seen[scene.fresh :])

    def let_play(self, seat: int) -> None:
        """A bot's decision: it gets what its seat may know, and answers with a word."""
        bot = self.players[seat].bot
        assert bot is not None
        match = self.match
        known = len(bot.faults) if isinstance(bot, EngineBot) else 0
        try:
            word = bot.choose(match.view(seat), match.seen(seat), match.actions(), self.fate, NoLimit())
        except Forfeit as fault:
            self.replace(seat, str(fault))
            return
        if isinstance(bot, EngineBot) and len(bot.faults) > known and bot.stand_in is not None:
            self.say_replaced(seat, bot.faults[-1], bot.stand_in.name)
        with undisturbed():
            match.act(word)
            self.keep()
        if len(self.people) < 2:
            self.tell()
        if isinstance(bot, MctsBot) and bot.name in bot_names():
            share = self.levels.note(bot.name, bot.got)
            if share is not None:
                sentence = self.texts.say("level.short", who=shown_names(self.players, self.texts)[seat], n=share)
                self.screen.say(Text("", style="dim").append_text(sentence), indent=4, first=2)

    def replace(self, seat: int, why: str) -> None:
        """A bot gave up: another plays on, so that the people at the table can."""
        self.say_replaced(seat, why, STAND_IN)
        name = shown_names(self.players, self.texts)[seat]
        self.players[seat] = Player(name, make_bot(STAND_IN, self.game))

    def say_replaced(self, seat: int, why: str, other: str) -> None:
        """Says that another plays on for a bot."""
        who = shown_names(self.players, self.texts)[seat]
        self.screen.say(self.texts.say("stand_in.takes_over", who=who, why=why, other=other))

    def watch(self) -> None:
        """Bots play among themselves: the person looks on and says when to go on."""
        if self.running_on:
            return
        before = self.match
        while self.match is before:
            try:
                typed = self.hear(self.texts.line("watch.prompt"), self.candidates)
            except EndOfInput:
                self.running_on = True
                return
            line = normal(typed)
            if line in ("", *self.texts.words("alias.next")):
                return
            if line in self.texts.words("alias.go"):
                self.running_on = True
                return
            if not self.command(typed, line):
                self.screen.say(self.texts.say("watch.unknown"))
            if self.people:
                return

    def finish(self) -> None:
        """The match is over: the result once, then whatever the person wants."""
        if len(self.people) > 1:
            self.sitting = None
        self.tell()
        if not self.over_said:
            self.over_said = True
            for player in self.players:
                if player.bot is not None:
                    player.bot.over(self.match.result())
            self.offer = Offer()
            self.screen.gap()
            scene = self.here()
            with self.screen.gathered() as result:
                self.say_result(scene)
            tall = self.screen.tall
            if self.pictures and (tall is None or tall - len(result) > LEAST):
                self.show_picture(scene, len(result) + 1)
            self.screen.show(result)
        taken, match = self.match.taken, self.match
        while self.match is match and self.match.taken == taken:
            try:
                typed = self.hear(self.texts.line("over.prompt"), self.candidates)
            except EndOfInput:
                raise Leave from None
            line = normal(typed)
            if not line:
                self.screen.say(self.texts.say("over.hint"))
            elif not self.command(typed, line):
                self.screen.say(self.texts.say("over.unknown", tried=line))

    def say_result(self, scene: Scene) -> None:
        """Who has won, and how that came about."""
        self.screen.rule(self.texts.say("over.title"))
        self.screen.say(self.winners(scene))
        for part in self.sheet.ending(scene):
            self.screen.say(part, indent=4, first=0)
        if self.seed is not None:
            self.screen.say(self.texts.say("over.seed", seed=self.seed))
        self.screen.say(self.texts.say("over.hint"))

    def winners(self, scene: Scene) -> Text:
        """Who has won."""
        won = [scene.names[seat] for seat in scene.result.winners]
        if not won:
            return self.texts.say("over.nobody")
        sides = {self.sheet.side(scene.view, seat) for seat in scene.result.winners}
        key = "over.won" if len(won) == 1 else "over.shared" if len(sides) == 1 else "over.tie"
        if len(self.people) == 1 and not self.players[self.people[0]].name and len(won) == 1:
            key = "over.you_won" if scene.result.winners == self.people else "over.you_lost"
        return self.texts.say(key, who=self.texts.join(won))

    # --- telling ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Says what has happened since the last time, as the person at the keyboard may see it."""
        self.told = min(self.told, self.match.taken)
        if self.told == self.match.taken:
            return
        scene = self.here()
        first = self.events_before(self.told)
        self.told = self.match.taken
        self.say_events(scene, scene.seen[first:])
        if self.sitting is not None:
            self.told_alone[self.sitting] = len(scene.seen)

    def say_events(self, scene: Scene, events: list[JsonObject]) -> None:
        """Events in sentences."""
        for line in self.sheet.tell(scene, events):
            self.screen.say(line, indent=4, first=2)

    def take_seat(self, seat: int) -> None:
        """Before another person's decision the keyboard is passed on, and what was secret is out of sight."""
        if self.sitting == seat:
            return
        if self.sitting is not None and self.screen.tall is not None:
            self.screen.gap(self.screen.tall)
            self.since = self.screen.rows
        self.sitting = None
        self.tell()
        name = shown_names(self.players, self.texts)[seat]
        label = self.sheet.seat_label(self.match.view(None), seat)
        self.screen.gap()
        self.screen.say(self.texts.say("pass.title", who=name, label=label))
        try:
            self.hear(self.texts.line("pass.prompt", who=name))
        except EndOfInput:
            raise Leave from None
        self.sitting = seat
        self.shown = None
        scene = self.here()
        start = min(self.told_alone[seat], len(scene.seen))
        public = self.match.seen(None)[start:]
        own = [mine for mine, theirs in zip(scene.seen[start:], public, strict=True) if mine != theirs]
        self.told_alone[seat] = len(scene.seen)
        self.say_events(scene, own)

    # --- a person's decision ------------------------------------------------------------------------------------------

    def decide(self, seat: int) -> None:
        """Asks a person until the match has gone on."""
        scene = self.here()
        key = self.sheet.turn_key(scene)
        due = key != self.shown or self.screen.tall is not None
        self.shown = key
        if due and self.pictures and self.screen.tall is None:
            self.screen.gap()
            self.show_picture(scene)
        self.pose(self.sheet.ask(scene), due)
        number, match = self.match.number, self.match
        while self.match is match and self.match.number == number and self.sitting == seat:
            prompt = self.prompt(scene)
            try:
                typed = self.hear(prompt, self.candidates)
            except EndOfInput:
                commands.leave(self, ended=True)
                continue
            self.handle(typed)

    def prompt(self, scene: Scene) -> str:
        """What stands before the cursor: who is asked for what."""
        asked = self.sheet.prompt(scene)
        if len(self.people) < 2 or scene.seat is None:
            return self.texts.line("prompt.alone", asked=asked)
        return self.texts.line("prompt.seated", who=scene.names[scene.seat], asked=asked)

    def pose(self, offer: Offer, due: bool = False) -> None:
        """Shows something to choose from; the numbers stand for its choices until the next.

        On a terminal the picture comes with it where it is `due` or no longer to be seen.
        """
        self.offer = offer
        tall = self.screen.tall
        question = self.question(offer)
        hint = self.hint(offer)
        if tall is not None and self.pictures:
            scene = self.here()
            least = max(self.sheet.least(scene, offer), LEAST) + 1
            news = self.news(scene, max(2, min(tall // 3, tall - len(question) - least)))
            for brief in (1, 2):
                if len(news) + least + len(question) > tall:
                    question = self.question(offer, brief)
            if tall - len(news) - len(question) - len(hint) - 1 < LEAST:
                hint = []
            self.lay_out(scene, offer, news, tall - len(question) - len(hint) - 1, due)
        if hint:
            self.hints[offer.topic] = self.hints.get(offer.topic, 0) + 1
        self.screen.show([*question, *hint])

    def question(self, offer: Offer, brief: int = 0) -> list[Text]:
        """What is asked, with the numbered choices."""
        with self.screen.gathered() as lines:
            if offer.title is not None:
                self.screen.say(offer.title)
            self.screen.show(offer.picture)
            if offer.choices:
                self.screen.numbered([choice.label for choice in offer.choices], brief)
        return lines

    def hint(self, offer: Offer) -> list[Text]:
        """The hint for newcomers, the first few times that such a question is put."""
        if offer.hint is None or self.hints.get(offer.topic, 0) >= HINTS:
            return []
        with self.screen.gathered() as lines:
            self.screen.say(Text("", style="dim").append_text(offer.hint))
        return lines

    def lay_out(self, scene: Scene, offer: Offer, news: list[Text], room: int, due: bool) -> None:
        """The picture, with what has happened since the person's last action above it, in so many rows; nothing where
        all of that is still to be seen.
        """
        screen = self.screen
        if not (due or offer.marks) and self.top is not None and screen.rows - self.top <= room:
            return
        told = screen.rows - self.since
        # Who comes back to a match has met it: then the picture matters more than its introduction.
        begins = self.top is None and room - told >= FIRST and (scene.seat is None or not self.decided(scene.seat))
        if told < room:
            whole = self.sheet.picture(scene, None, offer)
            if told + 1 + len(whole) <= room:
                screen.gap()
                self.top = self.since
                screen.show(whole)
                return
        picture = self.sheet.picture(scene, room - told, offer)
        if told > len(news) and not begins and (told > SHORT or told + len(picture) > room):
            screen.gap()
            self.top = screen.rows
            screen.show(news)
            picture = self.sheet.picture(scene, room - len(news), offer)
        else:
            self.top = self.since
        screen.show(picture)

    def is_out_of_sight(self) -> bool:
        """Has a part of what belongs to the question scrolled away?"""
        tall = self.screen.tall
        return tall is not None and self.pictures and self.top is not None and self.screen.rows - self.top >= tall

    def news(self, scene: Scene, most: int) -> list[Text]:
        """What the others did since the person's last action, in a few rows; the oldest gives way where it is much."""
        events = [event for event in scene.seen[scene.fresh :] if not self.sheet.is_quiet(scene, event)]
        said = self.sheet.tell(scene, events)
        room = min(self.screen.room, PARAGRAPH)
        for left in range(len(said)):
            line = Text().append(self.texts.raw("news.title"), "bold")
            if left:
                line.append_text(self.texts.say("news.earlier", n=left))
            for sentence in said[left:]:
                line.append("" if line.plain[-1] == " " or width(line.plain[-1]) > 1 else " ").append_text(sentence)
            lines = wrap(line, room, indent=2, first=0)
            if len(lines) <= most:
                return lines
        return []

    def show_picture(self, scene: Scene, below: int = 1) -> None:
        """The picture by itself; on a terminal with so many rows left for what comes below it."""
        tall = self.screen.tall
        self.screen.show(self.sheet.picture(scene, None if tall is None else tall - below))

    def handle(self, typed: str) -> None:
        """One line from a person."""
        line = normal(typed)
        scene = self.here()
        if not line:
            if self.offer.enter is None and self.is_out_of_sight():
                self.pose(self.offer, due=True)
                return
            if self.offer.enter is None:
                self.screen.say(self.texts.say("input.empty"))
                return
            line = typed = self.offer.enter
        elif (answer := self.meant(line)) is not None:
            line = typed = answer
        elif line.isascii() and line.isdigit() and self.offer.choices:
            number = int(line[:9])
            if not 1 <= number <= len(self.offer.choices):
                self.screen.say(self.texts.say("input.no_number", number=line, n=len(self.offer.choices)))
                return
            line = typed = self.offer.choices[number - 1].line
        if line in scene.actions:
            self.act(line)
        elif not self.command(typed, line):
            self.follow(scene, line, self.sheet.read(scene, line))

    def meant(self, line: str) -> str | None:
        """The line that an answer to the question stands for: what the list shows, or how actions write it. A number
        of the list is not looked for here, nor what is an action or a command by itself.
        """
        choices = self.offer.choices
        if line.isdigit() and 1 <= int(line[:9]) <= len(choices):
            return None
        for choice in choices:
            if line in choice.also or line == normal(choice.label.plain):
                return choice.line
        if line in self.offer.others:
            return self.offer.others[line]
        word = line.partition(" ")[0]
        if line in self.match.actions() or commands.find(word, self.texts) is not None or word in self.sheet.extras():
            return None
        last = [choice.line for choice in choices if line in choice.line.split(" ")[1:]]
        return last[0] if len(last) == 1 else None

    def follow(self, scene: Scene, line: str, reading: Reading | None) -> None:
        """Does what a line was read as."""
        if reading is None:
            self.refuse(scene, [line])
        elif isinstance(reading, Move):
            if reading.word in scene.actions:
                self.act(reading.word)
            else:
                self.refuse(scene, [reading.word])
        elif isinstance(reading, Tried):
            self.refuse(scene, reading.words, line, why=reading.why)
        elif isinstance(reading, Unclear):
            self.screen.say(reading.sentence)
        else:
            self.pose(reading)

    def act(self, word: str) -> None:
        """Carries out a legal action of the person at the keyboard. One that would have no effect is done when it is
        typed again.
        """
        seat = self.match.to_act()
        assert seat is not None
        if self.warned != (self.match.number, word) and self.is_idle(seat, word):
            self.warned = (self.match.number, word)
            self.screen.say(self.texts.say("input.idle"))
            return
        with undisturbed():
            self.match.act(word)
            self.keep()
        self.refused = []
        self.since = self.screen.rows
        self.fresh[seat] = self.events_before(self.match.taken)

    def keep(self, playing: bool = True) -> None:
        """Keeps the match as it is, if a person has played in it; one that is over is kept no longer."""
        if self.keeper is None:
            return
        try:
            if self.match.to_act() is None:
                self.keeper.drop()
            elif any(entry.seat in self.people for entry in self.match.line):
                self.keeper.keep(self, playing)
        except OSError as fault:
            self.keeper = None
            self.screen.say(self.texts.say("kept.failed", fault=commands.reason(fault)))

    def is_kept(self) -> bool:
        """Can the match be gone on with later, without anything being done about it?"""
        return self.keeper is not None and self.keeper.number == self.match.number

    def is_idle(self, seat: int, word: str) -> bool:
        """Would an action only cost something, as far as the seat can know? One imagined world mostly tells."""
        match = self.match
        view, seen = match.view(seat), match.seen(seat)
        if not is_idle(match.game, match.game.sample(view, seen, Fate(0)), word, seat):
            return False
        return foresee(match.game, view, seen, word, seat, Fate(0), lambda: True).idle

    def command(self, typed: str, line: str) -> bool:
        """Carries out a command of the table or of the game's sheet; False if the line is none."""
        word, _, rest = line.partition(" ")
        raw = typed.strip().partition(" ")[2].strip()
        name = commands.find(word, self.texts)
        if name in commands.READING:
            with self.screen.gathered() as lines:
                commands.COMMANDS[name](self, rest.strip())
            self.turn_pages(lines)
            return True
        if name is not None:
            commands.COMMANDS[name](self, raw if name in commands.RAW else rest.strip())
            return True
        for extra, show in self.sheet.extras().items():
            if word == extra or word in self.texts.words(f"alias.{extra}"):
                self.turn_pages(show(self.here(), rest.strip()))
                return True
        return False

    def turn_pages(self, lines: Sequence[Text]) -> None:
        """Shows a text; one that is longer than the window page by page, as long as the person wants."""
        show_pages(self.screen, lines, self.texts.raw("pages.prompt"), self.reader.key)

    # --- refusals -----------------------------------------------------------------------------------------------------

    def refuse(
        self, scene: Scene, words: list[str], typed: str | None = None, whole: bool = False, why: Text | None = None
    ) -> None:
        """Says why actions are refused: what was tried, the fault, the clause's own words, and what is near.

        With several words (the rotations of one placement) each different fault is said once, unless `why` says it for
        all of them; `whole` gives the clauses in full.
        """
        found = [(word, refusal) for word in words if (refusal := self.match.why_not(word)) is not None]
        if not found:
            self.screen.say(self.texts.say("why.allowed", tried=typed or words[0]))
            return
        self.refused = words
        tried = Text(typed or words[0], style="bold")
        self.screen.say(self.texts.say(f"refused.{found[0][1].kind}", tried=tried))
        faults = [self.explain(scene, refusal) for _, refusal in found]
        for sentence in dict.fromkeys(faults) if why is None else (why,):
            self.screen.say(sentence, indent=2)
        for clause in list(dict.fromkeys([refusal.clause for _, refusal in found]))[:2]:
            if whole:
                self.screen.show(self.clauses.find(clause, self.screen.room) or [])
            elif found[0][1].kind != NOT_UNDERSTOOD:
                self.screen.show(self.clauses.brief(clause, self.screen.room))
        if found[0][1].kind == NOT_UNDERSTOOD:
            meant = commands.nearest_name(words[0].split(" ")[0], self)
            key = "refused.commands" if meant is None else "refused.perhaps"
            self.screen.say(self.texts.say(key, near=meant or ""), indent=2)
        near = nearest(found[0][0], scene.actions)
        if near:
            self.screen.say(self.texts.say("refused.near"), indent=2)
            self.offer_near(near)

    def offer_near(self, near: list[str]) -> None:
        """The legal actions near a refused one. Where a numbered list stands on the screen its numbers stay, else these
        get numbers of their own.
        """
        if not self.offer.choices or self.offer.near:
            self.offer = Offer(choices=[Choice(Text(word), word) for word in near], near=True)
            self.screen.numbered([choice.label for choice in self.offer.choices])
            return
        listed = {choice.line: (i, choice.label) for i, choice in enumerate(self.offer.choices, 1)}
        for word in near:
            if word in listed:
                number, label = listed[word]
                self.screen.say(Text(f" {number}) ").append_text(label), indent=4, first=0)
            else:
                self.screen.say(Text(word), indent=4)

    def explain(self, scene: Scene, refusal: Refusal) -> str:
        """The fault in one sentence; a game without such texts gives its code and facts."""
        return in_words(self.game.package, self.sheet.dress(scene, refusal), self.texts.lang)

    # --- small questions ----------------------------------------------------------------------------------------------

    def agree(self, question: Text) -> bool:
        """A yes or a no; whatever is not a yes is a no."""
        self.screen.say(question)
        try:
            answer = normal(self.hear(self.texts.line("ask.yes_no")))
        except (EndOfInput, Interrupted):
            return False
        return answer in YES

    def candidates(self) -> list[str]:
        """Lines that could be typed now."""
        scene = self.here()
        return [*self.sheet.lines(scene), *scene.actions, *commands.candidates(self, scene)]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets Ctrl-C wait for a moment, so that a match never stops halfway through an action."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if pressed:
        raise KeyboardInterrupt


def normal(typed: str) -> str:
    """A line as it is understood: tidy, in small letters."""
    return tidy(typed).lower()


def tidy(typed: str) -> str:
    """A line with one space between words, the full-width letters and signs of Japanese keyboards made plain ones."""
    plain = unicodedata.normalize("NFKC", typed).replace("、", ",").replace("。", ".").replace("−", "-")
    printable = "".join([c if c.isprintable() else " " for c in plain])
    return " ".join(re.sub("ー(?=[0-9])", "-", printable).split())
