from __future__ import annotations

from tenure.write.gates import scope
from tests.unit.write.making import (
    ANA,
    ASKS,
    HERE,
    PASSES,
    draft,
    heard,
    new_world,
    says,
)


def test_r07_no_wider_than_the_evidence():
    assert says(scope, draft(scope=HERE, cited=(heard("x", scope=ANA),))) == (PASSES, "ok")
    assert says(scope, draft(scope=ANA, cited=(heard("x", scope=HERE),))) == (ASKS, "widening")
    assert says(scope, draft(scope=ANA)) == (PASSES, "ok")


def test_r07_no_wider_than_what_it_rests_on():
    world = new_world()
    parent = world.remember(draft(scope=HERE))
    assert says(scope, draft(scope=HERE), parents=(parent,)) == (PASSES, "ok")
    assert says(scope, draft(scope=ANA), parents=(parent,)) == (ASKS, "widening")
    world.store.close()
