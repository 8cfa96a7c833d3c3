"""FS-13 and FS-14: when abilities fire and in which order, and how effects are carried out."""

from __future__ import annotations

import pytest

from games.five_spheres.abilities import at, do, draw, passive, ref, stronger, when
from games.five_spheres.arrange import after, battle, cast, lord, table, waiting
from games.five_spheres.cards import Json, active, attached, card, creature, hidden, instant, spell
from games.five_spheres.lying import field, options, pile, show, step
from games.five_spheres.told import events, last, moves, named, names, triggers
from marks import clause
from orrery.core.match import Match

# --- FS-13 ------------------------------------------------------------------------------------------------------------


@clause("FS-13.1")
def test_the_condition_is_checked_when_the_event_fires_and_not_again() -> None:
    """The first ability makes the condition of the second false, and that of the third true."""
    cards = {
        "a": creature(when("attacks", do("afflict", ref("this")))),
        "b": creature(
            when(
                "attacks",
                draw(),
                by="own",
                given={"count": at("battlefield", filter={"status": ["afflicted"]}), "max": 0},
            )
        ),
        "c": creature(
            when(
                "attacks",
                draw(),
                by="own",
                given={"count": at("battlefield", filter={"status": ["afflicted"]}), "min": 1},
            )
        ),
    }
    match = battle(lord("1 a, 2 b, 3 c"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["1 attacks", "2 attacks"]


@clause("FS-13.1")
def test_all_abilities_that_fit_at_that_moment_fire() -> None:
    cards = {"a": creature(when("attacks", draw()), when("attacks", stronger(1)), when("blocked", stronger(5)))}
    match = battle(lord("1 a"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["1 attacks", "1 attacks"]


@clause("FS-13.2")
@pytest.mark.parametrize(
    ("seat", "order"),
    [
        (0, [2, 41, 40, 1, 22, 21, 12, 11, 31]),
        (1, [12, 11, 31, 2, 41, 40, 1, 22, 21]),
    ],
)
def test_sources_are_asked_clockwise_from_the_active_lord_battlefield_then_fortress(
    seat: int, order: list[int]
) -> None:
    ability = when("regroup", draw(), by="any")
    cards = {
        "c": creature(ability),
        "b": spell(attached("creature", ability)),
        "w": spell(attached("tower", ability)),
        "a": spell(active(ability)),
    }
    own = lord("2 c with 41:b 40:b, 1 c", "20 c with 22:w, 21 a spell", hand="na")
    other = lord("12 c, 11 c", "30 na with 31:w", hand="na")
    match = after(table(own, other, step="discard", cards=cards, active=1 - seat), "keep")
    assert triggers(match) == [f"{uid} regroup" for uid in order]


@clause("FS-13.2")
def test_the_next_lords_follow_clockwise() -> None:
    cards = {"c": creature(when("attacks", draw(), by="any"))}
    seats = [lord("1 c"), lord("2 c"), lord("3 c", hand="na"), lord("4 c", "20 na, 21 na")]
    match = after(table(*seats, cards=cards, active=2), "attack u3 fortress 3")
    assert triggers(match) == ["3 attacks", "4 attacks", "1 attacks", "2 attacks"]


@clause("FS-13.2")
def test_abilities_of_one_source_come_as_printed() -> None:
    cards = {"a": creature(when("attacks", stronger(2)), when("attacks", stronger(1)))}
    match = battle(lord("1 a"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert [row["n"] for row in named(events(match), "strengthen")] == [2, 1]


@clause("FS-13.3")
@pytest.mark.parametrize(
    ("creatures", "fired"),
    [
        ("1 a with 9:b", ["1 attacks", "9 attacks"]),
        ("1 a afflicted with 9:b", []),
        ("1 a facedown with 9:b", ["9 attacks"]),
        ("1 a facedown afflicted with 9:b", []),
    ],
)
def test_abilities_of_afflicted_and_face_down_creatures(creatures: str, fired: list[str]) -> None:
    cards = {"a": creature(when("attacks", draw())), "b": spell(attached("creature", when("attacks", draw())))}
    assert triggers(battle(lord(creatures), lord("5 s9 engaged"), "attack u1 u5", cards=cards)) == fired


@clause("FS-13.4")
def test_the_queue_is_first_in_first_out() -> None:
    """Creatures 1 and 2 hear the attack; what 1 does fires 3, which waits behind 2."""
    cards = {
        "a": creature(when("attacks", do("crystallise", at("deck")))),
        "b": creature(when("attacks", draw(), by="own")),
        "c": creature(when("crystallised", draw())),
    }
    match = battle(lord("1 a, 3 c, 2 b"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["1 attacks", "2 attacks", "3 crystallised"]


@clause("FS-13.4")
def test_a_list_of_effects_is_finished_before_what_it_fired() -> None:
    cards = {
        "c": creature(when("crystallised", draw())),
        "x": spell(instant(do("crystallise", at("deck")), do("trash", at("deck")))),
    }
    own = lord("1 c", vault="30 sc", hand="x na")
    match = after(table(own, lord(), step="casting", cards=cards), "cast h0")
    assert moves(match)[1:] == [
        "crystallise na deck>vault",
        "trash na deck>trash",
        "trash x casting>trash",
        "draw na deck>hand",
    ]


@clause("FS-13.4")
def test_the_queue_is_emptied_before_the_attack_goes_on() -> None:
    cards = {"a": creature(when("attacks", do("afflict", at("battlefield", "opponent"))))}
    match = battle(lord("1 a"), lord("5 s1, 6 s1"), "attack u1 fortress 1", cards=cards)
    assert (match.to_act(), options(match)) == (0, ["u5", "u6"]), "the choice comes before the block"
    assert len(match.position()["programs"]) == 1
    assert after(match, "target u5").to_act() == 1


@clause("FS-13.5")
def test_a_waiting_ability_is_carried_out_although_its_source_has_left() -> None:
    cards = {
        "a": creature(when("attacks", do("return", at("battlefield", filter={"race": "orc"})))),
        "b": creature(when("attacks", draw(), stronger(1), by="own"), race="orc"),
    }
    match = battle(lord("1 a, 2 b"), lord("5 s9 engaged"), "attack u1 u5", cards=cards)
    assert triggers(match) == ["1 attacks", "2 attacks"]
    assert moves(match)[:2] == ["return b battlefield>hand", "draw na deck>hand"]


@clause("FS-13.5", "FS-20.4")
def test_a_hidden_spell_is_turned_up_carried_out_and_trashed() -> None:
    cards = {"h": spell(hidden("attacked", stronger(-3, ref("attacker")), draw()))}
    match = battle(lord("1 s5"), lord("5 s2 engaged", "20 na, 21 h spell"), "attack u1 u5", cards=cards)
    rows = [row["event"] for row in last(match)][2:7]
    assert rows == ["trigger", "move", "strengthen", "move", "move"]
    assert moves(match)[:3] == ["reveal h spell>casting", "draw na deck>hand", "trash h casting>trash"]


@clause("FS-13.5")
def test_a_hidden_spell_that_no_longer_lies_in_the_fortress_does_nothing() -> None:
    cards = {
        "a": creature(when("attacks", do("trash", at("spell", "defending")))),
        "h": spell(hidden("attacked", draw())),
    }
    match = battle(lord("1 a"), lord("5 s9 engaged", "20 na, 21 h spell"), "attack u1 u5", cards=cards)
    assert moves(match) == ["trash h spell>trash", "destroy a battlefield>groove"]
    assert pile(match, 1, "hand") == ""


@clause("FS-13.5", "FS-12.4")
def test_a_hidden_spell_needs_its_event_its_filter_and_its_condition() -> None:
    def fired(half: Json) -> bool:
        other = lord("5 s2 engaged", "20 na, 21 h spell")
        return triggers(battle(lord("1 s5"), other, "attack u1 u5", cards={"h": spell(half)})) != []

    assert fired(hidden("attacked", draw(), filter={"min_strength": 5}))
    assert not fired(hidden("attacked", draw(), filter={"min_strength": 6}))
    assert fired(hidden("attacked", draw(), **{"if": {"turn": "opponent"}}))
    assert not fired(hidden("attacked", draw(), **{"if": {"turn": "own"}}))
    assert not fired(hidden("blocks", draw()))
    assert fired(hidden("attacks", draw(), by="opponent"))


FLICKER = spell(
    active(
        when("cured", do("afflict", at("battlefield", filter={"sphere": "science"}))),
        when("afflicted", do("cure", at("battlefield"))),
    )
)


def flickering(creatures: str) -> Match:
    """Curing afflicts and afflicting cures, for ever."""
    own = lord(creatures, "20 na, 29 f spell", "30 na", "x na")
    cards = {"f": FLICKER, "x": spell(instant(do("afflict", at("battlefield", filter={"max_strength": 1}))), "nature")}
    return after(table(own, lord(), step="casting", cards=cards), "cast h0")


@clause("FS-13.6", "FS-20.3")
def test_the_31st_ability_of_a_chain_is_dropped_with_the_queue() -> None:
    match = flickering("1 s1")
    assert len(triggers(match)) == 30
    assert named(events(match), "loop_cut") == [{"event": "loop_cut"}]
    assert (match.position()["queue"], step(match)) == ([], "0 casting")


@clause("FS-13.6")
def test_a_target_does_not_begin_a_new_chain() -> None:
    match = flickering("1 s1, 2 s5")
    while named(events(match), "loop_cut") == []:
        assert match.actions() == ["target u1", "target u2"]
        match.act("target u1")
    assert len(triggers(match)) == 30


@clause("FS-13.6", "FS-19.1")
@pytest.mark.parametrize(("chain", "cut"), [(29, False), (30, True)])
def test_an_ability_that_waits_is_carried_out_up_to_the_30th(chain: int, cut: bool) -> None:
    cards = {"a": creature(when("attacks", draw()))}
    queue = [waiting(0, 1, "a", "attacks", draw())]
    match = table(lord("1 a", hand="na"), lord(), cards=cards, chain=chain, queue=queue)
    assert pile(match, 0, "hand") == ("na" if cut else "na na")


@clause("FS-13.6")
def test_an_action_begins_a_new_chain() -> None:
    cards = {"a": creature(when("attacks", draw()))}
    match = battle(lord("1 a"), lord("5 s9 engaged"), "attack u1 u5", cards=cards, chain=30)
    assert triggers(match) == ["1 attacks"]


@clause("FS-13.6")
def test_a_turn_begins_a_new_chain() -> None:
    cards = {"a": creature(when("regroup", draw()))}
    match = after(table(lord(hand="na"), lord("5 a", hand="na"), step="discard", cards=cards, chain=30), "keep")
    assert triggers(match) == ["5 regroup"]
    assert match.position()["chain"] == 1


# --- FS-14 ------------------------------------------------------------------------------------------------------------


@clause("FS-14.1")
def test_evoke_puts_a_program_on_another_and_the_rest_waits() -> None:
    cards = {
        "e": card(
            spell=instant(do("afflict", at("battlefield", "opponent")), draw()),
            abilities=[when("summoned", do("evoke"), do("trash", at("deck")))],
        )
    }
    own = lord(vault="30 sc", hand="e na")
    match = after(table(own, lord("5 s1, 6 s1"), step="casting", cards=cards), "summon h0")
    programs = match.position()["programs"]
    assert [program["do"][0]["do"] for program in programs] == ["trash", "afflict"], "the last one runs"
    after(match, "target u5")
    assert moves(match)[1:] == ["draw na deck>hand", "trash na deck>trash"]


@clause("FS-14.1")
def test_effects_are_carried_out_in_order_each_completely_before_the_next() -> None:
    match = cast(do("trash", at("deck", n=2)), draw(), do("energise", at("deck")))
    assert [row.split()[0] for row in moves(match)] == ["cast", "trash", "trash", "draw", "energise", "trash"]


@clause("FS-14.2")
def test_all_takes_cards_clockwise_from_the_controller_then_in_zone_order() -> None:
    seats = [lord("3 s1, 1 s1"), lord("6 s1", vault="30 sc", hand="x na"), lord("9 s1, 8 s1")]
    cards = {"x": spell(instant(do("afflict", at("battlefield", "any", pick="all"))))}
    match = after(table(*seats, step="casting", cards=cards, active=1), "cast h0")
    assert [row["uid"] for row in named(last(match), "status")] == [6, 9, 8, 3, 1]


@clause("FS-14.2")
def test_automatic_picks_are_in_zone_order() -> None:
    match = cast(do("afflict", at("battlefield", n=3)), own=lord("3 s1, 1 s1, 2 s1", hand="na"))
    assert [row["uid"] for row in named(last(match), "status")] == [3, 1, 2]


@clause("FS-14.3", "FS-19.4")
@pytest.mark.parametrize("words", [{"pick": "random"}, {"pick": "owner"}, {"pick": "opponent_choice"}])
def test_one_lord_is_needed_and_chosen_among_those_with_an_eligible_card(words: Json) -> None:
    others = [lord(hand="s1"), lord(), lord(hand="s2 s3")]
    match = cast(do("trash", at("hand", "opponent", **words)), others=others)
    pending = match.position()["pending"]
    assert (pending["kind"], pending["seat"], pending["options"], pending["need"]) == ("lord", 0, ["p1", "p3"], 1)
    after(match, "target p1")
    assert pile(match, 1, "trash") == "s1"


@clause("FS-14.3")
def test_the_only_lord_with_an_eligible_card_is_taken_without_asking() -> None:
    match = cast(do("trash", at("hand", "opponent", pick="random")), others=[lord(), lord(hand="s2")])
    assert pile(match, 2, "trash") == "s2"


@clause("FS-14.3")
def test_with_top_one_lord_is_needed_too() -> None:
    match = cast(do("trash", at("deck", "any")), others=[lord(deck=""), lord()])
    assert options(match) == ["p0", "p2"], "seat 1 has no card"


@clause("FS-14.3")
def test_with_search_every_lord_with_a_card_in_the_zone_can_be_chosen() -> None:
    effect = do("trash", at("hand", "opponent", search=True, filter={"sphere": "ether"}))
    match = cast(effect, others=[lord(hand="s1"), lord(hand="et"), lord()])
    assert options(match) == ["p1", "p2"]
    after(match, "target p1")
    assert options(match) == ["none"], "none is eligible, yet he is asked"
    after(match, "target none")
    assert named(events(match), "search") == [{"event": "search", "seat": 0, "lord": 1, "zone": "hand"}]


@clause("FS-14.3")
def test_with_choose_the_cards_of_all_lords_are_offered_together() -> None:
    match = cast(do("afflict", at("battlefield", "opponent", n=2)), others=[lord("5 s1"), lord("6 s1, 7 s1")])
    assert options(match) == ["u5", "u6", "u7"]


@clause("FS-14.3", "FS-12.5.5")
def test_all_with_search_takes_and_searches_all_lords_together() -> None:
    effect = do("trash", at("hand", "opponent", pick="all", search=True, filter={"sphere": "ether"}))
    match = cast(effect, others=[lord(hand="et s1"), lord(hand="et"), lord()])
    assert [pile(match, seat, "trash") for seat in (1, 2)] == ["et", "et"]
    assert [row["lord"] for row in named(events(match), "search")] == [1, 2], "a zone without cards is not searched"


@clause("FS-14.3")
def test_cards_not_more_than_needed_are_taken_without_asking() -> None:
    match = cast(do("afflict", at("battlefield", n=2)), own=lord("1 s1, 2 s1, 3 s1 afflicted", hand="na"))
    assert field(match, 0) == "1 s1 afflicted, 2 s1 afflicted, 3 s1 afflicted"


@clause("FS-14.3")
def test_a_search_ends_when_no_eligible_card_is_left() -> None:
    effect = do("return", at("trash", n=3), given={"turn": "own"})
    match = cast(effect, own=lord(hand="na", trash="s1 s2"))
    assert pile(match, 0, "hand") == "na s1 s2"
    effect = do("return", at("deck", pick="choose", search=True, n=3, filter={"max_strength": 1}))
    match = after(cast(effect, own=lord(hand="na", deck="s1 s5 s6")), "target p0.c0")
    assert (pile(match, 0, "hand"), match.position()["pending"]) == ("na s1", None)


@clause("FS-14.3")
def test_a_search_with_upto_offers_none() -> None:
    effect = do("return", at("deck", pick="choose", search=True, upto=True))
    assert options(cast(effect, own=lord(hand="na", deck="s1 s2"))) == ["p0.c0", "p0.c1", "none"]


@clause("FS-14.3", "FS-20.3")
def test_what_is_named_is_told() -> None:
    match = after(cast(do("afflict", at("battlefield", "opponent")), others=[lord("5 s1, 6 s1")]), "target u6")
    assert last(match)[0] == {"event": "target", "seat": 0, "choice": "u6"}


def running(match: Match) -> list[Json]:
    """What is left of the running program."""
    found: list[Json] = match.position()["programs"][-1]["do"]
    return found


@clause("FS-14.4")
def test_a_condition_that_held_is_deleted() -> None:
    target = at("battlefield", "opponent")
    match = cast(do("afflict", target, given={"turn": "own"}), draw(given={"turn": "own"}), others=[lord("5 s1, 6 s1")])
    assert running(match) == [do("afflict", target), draw(given={"turn": "own"})]


@clause("FS-14.4")
def test_each_is_expanded_into_one_effect_for_each_lord() -> None:
    own, others = lord("1 s1, 2 s1", hand="na"), [lord("5 s1, 6 s1")]
    match = cast(do("afflict", at("battlefield", "each")), draw(), own=own, others=others)
    assert running(match) == [
        do("afflict", {"zone": "battlefield", "whose": 0}),
        do("afflict", {"zone": "battlefield", "whose": 1}),
        draw(),
    ]
    after(match, "target u1")
    assert running(match)[0] == do("afflict", {"zone": "battlefield", "whose": 1})


@clause("FS-14.4")
def test_when_each_is_expanded_last_becomes_empty_and_did_0() -> None:
    own, others = lord("1 s1, 2 s2", hand="na"), [lord("5 s1, 6 s1")]
    effects = [do("engage", at("battlefield", filter={"max_strength": 1})), do("afflict", at("battlefield", "each"))]
    program = cast(*effects, own=own, others=others).position()["programs"][-1]
    assert (program["last"], program["did"]) == ([], 0)
    effects[1] = do("afflict", at("battlefield"))
    program = cast(*effects, own=own, others=others).position()["programs"][-1]
    assert (program["last"], program["did"]) == ([1], 1)


@clause("FS-14.4")
def test_the_lord_that_was_determined_replaces_whose() -> None:
    effect = do("trash", at("hand", "opponent", pick="owner"))
    match = cast(effect, others=[lord(hand="s1 s2"), lord(hand="s3")])
    assert running(match) == [effect]
    after(match, "target p1")
    assert running(match) == [do("trash", {"zone": "hand", "whose": 1, "pick": "owner"})]
    match = cast(effect, others=[lord(hand="s1 s2"), lord()])
    assert running(match) == [do("trash", {"zone": "hand", "whose": 1, "pick": "owner"})], "the only one, too"


@clause("FS-14.4", "FS-10.3")
@pytest.mark.parametrize(("trash", "left"), [("s1 s2 s3 s4", 2), ("", 0)])
def test_a_draw_interrupted_by_an_empty_deck(trash: str, left: int) -> None:
    match = cast(draw(3), own=lord("", "20 na, 21 na", hand="na", deck="s9", trash=trash))
    assert running(match) == [
        {"do": "destroy", "target": {"zone": "tower", "whose": 0, "pick": "owner", "n": 1}},
        {"do": "draw", "whose": 0, "n": left, "drawn": 1},
    ]


@clause("FS-14.4", "FS-12.10")
def test_the_cards_drawn_before_and_after_the_tower_count_together() -> None:
    effects = [
        draw(3),
        do("crystallise", at("deck"), given={"did": 3}),
        do("crystallise", at("deck"), given={"did": 4}),
    ]
    own = lord("", "20 na, 21 na", hand="na", deck="s9", trash="s1 s2 s3 s4 s5")
    match = after(cast(*effects, own=own), "target u20")
    assert len(match.position()["seats"][0]["vault"]) == 2


@clause("FS-14.5")
def test_the_controller_is_the_lord_of_the_source() -> None:
    """Seat 1's attached spell does its lord's will, although seat 0 attacks."""
    cards = {"w": spell(attached("tower", when("attacked", draw(), do("afflict", at("battlefield", "opponent")))))}
    match = battle(lord("1 s5, 2 s1"), lord("", "20 na with 9:w"), "attack u1 fortress 1", cards=cards)
    assert (match.to_act(), options(match), pile(match, 1, "hand")) == (1, ["u1", "u2"], "na")


@clause("FS-14.5")
def test_a_spell_that_wards_or_strengthens_is_no_choice_of_anybody() -> None:
    cards = {"b": spell(attached("creature", passive("strength", n=8)))}
    match = battle(lord("1 s5"), lord("5 s1 engaged with 9:b"), "attack u1 u5", cards=cards)
    assert names(last(match)).count("target") == 0
    assert (field(match, 0), show(match, 1)) == ("", "5 s1 engaged with 9:b")


@clause("FS-13.5", "FS-3.3")
def test_this_of_a_hidden_spell_is_the_card_in_casting_which_may_move_itself() -> None:
    cards = {"h": spell(hidden("attacked", do("return", ref("this"))))}
    match = battle(lord("1 s5"), lord("5 s1 engaged", "20 na, 21 h spell"), "attack u1 u5", cards=cards)
    assert moves(match)[:2] == ["reveal h spell>casting", "return h casting>hand"]
    assert (pile(match, 1, "hand"), pile(match, 1, "trash")) == ("h", "")


@clause("FS-13.5")
def test_a_hidden_spell_that_is_destroyed_fires_spell_lost_for_others_only() -> None:
    cards = {"h": spell(hidden("spell_lost", draw())), "a": spell(active(when("spell_lost", draw())))}
    other = lord("", "20 na, 21 h spell, 22 a spell")
    match = battle(lord("1 s5"), other, "attack u1 fortress 1", "destroy u21", cards=cards)
    assert [row for row in moves(match) if row.startswith(("reveal", "draw"))] == ["draw na deck>hand"]


@clause("FS-12.4", "FS-13.2")
def test_a_spell_attached_to_a_tower_hears_the_loss_of_its_host() -> None:
    cards = {"w": spell(attached("tower", when("tower_lost", draw(), by="this")))}
    other = lord("", "20 na with 9:w, 21 na")
    for word, heard in (("destroy u20", ["9 tower_lost"]), ("destroy u21", [])):
        assert triggers(battle(lord("1 s5"), other, "attack u1 fortress 1", word, cards=cards)) == heard


@clause("FS-13.1", "FS-10.4")
def test_a_tower_lost_by_drawing_fires_its_event() -> None:
    cards = {"a": spell(active(when("tower_lost", do("crystallise", at("trash")))))}
    own = lord("", "20 et, 21 a spell", hand="na", deck="", trash="s1 s2 s3")
    assert triggers(cast(draw(), own=own, cards=cards)) == ["21 tower_lost"]


@clause("FS-13.3")
def test_an_afflicted_creature_does_not_hear_its_own_destruction() -> None:
    cards = {"a": creature(when("destroyed", draw()))}
    assert triggers(battle(lord("1 s5"), lord("5 a engaged afflicted"), "attack u1 u5", cards=cards)) == []
    assert triggers(battle(lord("1 s5"), lord("5 a engaged"), "attack u1 u5", cards=cards)) == ["5 destroyed"]


@clause("FS-14.1", "FS-12.10")
def test_did_and_last_of_a_list_come_back_after_an_evoked_list() -> None:
    """What the evoked list did does not count for the list that waits: an evoke did 1."""
    cards = {
        "e": card(
            spell=instant(do("trash", at("deck", n=3))),
            abilities=[when("summoned", do("evoke"), draw(given={"did": 1}), draw(given={"did": 2}))],
        )
    }
    match = after(table(lord(vault="30 sc", hand="e na"), lord(), step="casting", cards=cards), "summon h0")
    assert [row.split()[0] for row in moves(match)] == ["summon", "trash", "trash", "trash", "draw"]


@clause("FS-14.2", "FS-13.1")
def test_cards_move_one_after_the_other_and_those_that_are_gone_hear_no_more() -> None:
    cards = {"a": creature(when("destroyed", draw(), by="other"))}
    match = cast(do("destroy", at("battlefield", "opponent", pick="all")), others=[lord("5 a, 6 a")], cards=cards)
    assert triggers(match) == ["6 destroyed"], "when 6 is destroyed, 5 has gone"


@clause("FS-14.2", "FS-14.4")
def test_the_condition_is_checked_once_before_each_is_expanded() -> None:
    effect = do("trash", at("battlefield", "each", pick="all"), given={"count": at("battlefield", "any"), "min": 2})
    match = cast(effect, own=lord("1 s1", hand="na"), others=[lord("5 s1")])
    assert (field(match, 0), field(match, 1)) == ("", "")


@clause("FS-14.2", "FS-12.9")
def test_a_number_is_read_when_the_turn_of_its_effect_comes() -> None:
    effects = [do("trash", at("deck", n=2)), do("energise", at("deck", n={"count": at("trash")}))]
    match = cast(*effects, own=lord(hand="na", deck="s1 s2 s3 s4 s5 s6", trash="s9"))
    assert pile(match, 0, "groove") == "s3 s4 s5"
