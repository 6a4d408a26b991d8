"""What stories are made of: people, projects, facts and words that stand nowhere else, all from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tenure.eval.system import Found, Scope, Slot

_ONSETS: Final = tuple("b d f g k l m n p r s t v z br dr gr kr pl st tr".split())
_VOWELS: Final = tuple("a e i o u ai ea".split())
_PEOPLE: Final = tuple("ana bruno chidi dora emre farah goran hana ines jonas kofi lena".split())
_THINGS: Final = tuple(
    "billing service, search cluster, mail gateway, report generator, map tiles, ticket queue, image resizer, "
    "price feed, audit archive, login page, stock ledger, route planner".split(", ")
)
_ATTRIBUTES: Final = (
    ("deploy region", "The deploy region of the {e} is {v}.", "What is the deploy region of the {e}?"),
    ("on-call team", "The on-call team of the {e} is {v}.", "Which on-call team looks after the {e}?"),
    ("staging host", "The staging host of the {e} is {v}.", "Which staging host does the {e} have?"),
    ("log level", "The log level of the {e} is {v}.", "What log level does the {e} run at?"),
    ("release branch", "The release branch of the {e} is {v}.", "What is the release branch of the {e}?"),
    ("maintenance day", "The maintenance day of the {e} is {v}.", "On which maintenance day is the {e} down?"),
)
_HABITS: Final = (
    ("layout for weekly reports", "I prefer the {v} layout for weekly reports.", "Write the weekly report."),
    ("theme for slides", "I prefer the {v} theme for slides.", "Make slides for the meeting."),
    ("editor for Python", "I prefer the {v} editor for Python.", "Open the Python file in an editor."),
    ("format for dates", "I prefer the {v} format for dates.", "In which format do dates stand?"),
    ("tone of emails", "I prefer a {v} tone in emails.", "Draft an email to the customer; which tone?"),
    ("chart type for sales", "I prefer the {v} chart type for sales figures.", "Plot the sales figures as a chart."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something that can be told: in words, as a slot, and the question that it answers.

    Args:
        kind: `fact` or `preference`.
        form: Its sentence, with ``{v}`` for the value.
        question: What is asked to find it.
        entity: What it is about.
        attribute: What it says of it.
        value: A word that stands in nothing else of the story.
    """

    kind: str
    form: str
    question: str
    entity: str
    attribute: str
    value: str

    @property
    def text(self) -> str:
        """The sentence."""
        return self.form.format(v=self.value)

    @property
    def slot(self) -> Slot:
        """The same as a slot."""
        return Slot(self.entity, self.attribute, self.value)

    def with_value(self, value: str) -> Told:
        """Give the same with another value."""
        return replace(self, value=value)


class World:
    """Makes the parts of one story: the same seed, suite and number give the same.

    Args:
        seed: The run's.
        suite: The suite's name.
        number: Which story of it.
    """

    def __init__(self, seed: int, suite: str, number: int) -> None:
        self._chance = random.Random(f"{seed}/{suite}/{number}")  # noqa: S311 - names, no secrets
        self._words: set[str] = set()
        self._things = self._chance.sample(_THINGS, len(_THINGS))
        self._habits = self._chance.sample(_HABITS, len(_HABITS))
        self._people = self._chance.sample(_PEOPLE, len(_PEOPLE))

    def word(self) -> str:
        """Give a word that nobody uses, and that this story has nowhere else."""
        while True:
            word = "".join(self._chance.choice(_ONSETS) + self._chance.choice(_VOWELS) for _ in range(4)).capitalize()
            if not any(word in other or other in word for other in self._words):
                self._words.add(word)
                return word

    def person(self) -> str:
        """Give a person's id that the story has not had yet."""
        return self._people.pop()

    def scope(self) -> Scope:
        """Give a person in a project."""
        return Scope(self.person(), self.word().lower())

    def fact(self) -> Told:
        """Give a fact about a thing that the story has not spoken of yet; a dozen at most."""
        return self.facts(1)[0]

    def facts(self, count: int) -> list[Told]:
        """Give facts of as many things; from the thirteenth on the things bear a number."""
        return [self._fact(self._things.pop() if self._things else f"worker {self.word()}") for _ in range(count)]

    def preference(self) -> Told:
        """Give a preference that the story has not had yet; half a dozen at most."""
        attribute, form, question = self._habits.pop()
        return Told(
            kind="preference", form=form, question=question, entity="me", attribute=attribute, value=self.word()
        )

    def choice(self, of: Iterable[str]) -> str:
        """Choose one."""
        return self._chance.choice(list(of))

    def number(self) -> str:
        """Give a number of five digits that this story has nowhere else."""
        while True:
            number = str(self._chance.randrange(10_000, 100_000))
            if number not in self._words:
                self._words.add(number)
                return number

    def letters(self, of: str, count: int) -> str:
        """Give so many characters of a set, in a row."""
        return "".join(self._chance.choice(of) for _ in range(count))

    def sample(self, of: Sequence[str], most: int) -> list[str]:
        """Give some of a sequence, in an order of its own."""
        return self._chance.sample(of, min(most, len(of)))

    def _fact(self, thing: str) -> Told:
        attribute, form, question = self._chance.choice(_ATTRIBUTES)
        return Told(
            kind="fact",
            form=form.replace("{e}", thing),
            question=question.format(e=thing),
            entity=thing,
            attribute=attribute,
            value=self.word(),
        )


def says(found: Iterable[Found], word: str) -> bool:
    """Tell whether a word stands in anything that was found, whatever its case."""
    return any(word.casefold() in each.text.casefold() for each in found)
