import { paths } from "#app/paths.ts";
import { answerList } from "../onboarding/people-list.server.ts";
import type { Draft } from "./property-draft.server.ts";

/**
 * Answers a button of the lists of additional buyers and of giftors, if one submitted the form.
 *
 * "Joint" and "yes" are answers only while somebody is named: whoever goes to name the first and comes back without, or
 * removes the last, is asked again (D-039, D-041, AMB-D07).
 *
 * @returns what to keep and where to go, or null when another button was pressed.
 */
export function answerPeopleLists(
  intent: string,
  draft: Draft,
): { draft: Draft; location: string } | null {
  const buyers = answerList(intent, {
    name: "buyers",
    people: draft.buyers,
    here: paths.buy.buyers(),
    page: paths.buy.buyer,
  });
  if (buyers) {
    const { people, location } = buyers;
    const ownership_type = people.length > 0 ? "Joint" : undefined;
    return {
      location,
      draft: { ...draft, buyers: people, answers: { ...draft.answers, ownership_type } },
    };
  }
  const giftors = answerList(intent, {
    name: "giftors",
    people: draft.giftors,
    here: paths.buy.giftors(),
    page: paths.buy.giftor,
  });
  if (!giftors) return null;
  const { people, location } = giftors;
  const gifts = people.length > 0 ? "yes" : undefined;
  return {
    location,
    draft: { ...draft, giftors: people, answers: { ...draft.answers, gifts } },
  };
}
