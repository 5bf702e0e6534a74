import { paths } from "#app/paths.ts";
import type { MatterQuery } from "../onboarding/open-step.server.ts";
import {
  type ListButton,
  listButtonPath,
  withoutRemoved,
} from "../onboarding/people-list.server.ts";
import type { Draft } from "./property-draft.server.ts";

/**
 * The answers after a button of the lists of additional buyers and of giftors was pressed.
 *
 * "Joint" and "yes" are answers only while somebody is named: whoever goes to name the first and comes back without, or
 * removes the last, is asked again (D-039, D-041, AMB-D07).
 */
export function afterListButton(draft: Draft, pressed: ListButton): Draft {
  if (pressed.list === "buyers") {
    const buyers = withoutRemoved(draft.buyers, pressed);
    const ownership_type = buyers.length > 0 ? "Joint" : undefined;
    return { ...draft, buyers, answers: { ...draft.answers, ownership_type } };
  }
  const giftors = withoutRemoved(draft.giftors, pressed);
  const gifts = giftors.length > 0 ? "yes" : undefined;
  return { ...draft, giftors, answers: { ...draft.answers, gifts } };
}

/** @returns where the button leads. */
export function peopleListPath(draft: Draft, pressed: ListButton, query: MatterQuery): string {
  const { buyers, buyer, giftors, giftor } = paths.buy;
  return pressed.list === "buyers"
    ? listButtonPath(pressed, {
        people: draft.buyers,
        here: buyers(query),
        page: (id) => buyer(id, query),
      })
    : listButtonPath(pressed, {
        people: draft.giftors,
        here: giftors(query),
        page: (id) => giftor(id, query),
      });
}
