import { expect, test } from "vitest";
import { waitingBuyerCard } from "#app/domain/stages/waiting-buyer.ts";

/** 2026-11-27 is a Friday. */
test.each([
  ["2026-11-27", "2026-11-27", "since today", "Tue 1 December"],
  ["2026-11-27", "2026-12-01", "for 2 working days, since Friday 27 November", "Tue 1 December"],
  ["2026-11-27", "2026-12-02", null, null],
])(
  "a buyer who finished on %s sees on %s who has the next step, how long they have had it and when it is due (CU-11)",
  (finished_on, today, held_for, day) => {
    const { kind: turn, title, current_holder: who, why } = waitingBuyerCard(finished_on, today);
    expect(turn).toBe("others");
    expect(who).toEqual(day ? expect.objectContaining({ holder: "Fanlight", held_for }) : null);
    expect(who?.by_when?.day ?? null).toBe(day);
    expect([title, why]).toEqual(
      day
        ? ["We’re checking the price with the seller", "We aim to do this within 2 working days."]
        : ["We haven’t confirmed your purchase yet", null],
    );
  },
);
