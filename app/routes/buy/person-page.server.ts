import type { LoaderFunctionArgs } from "@remix-run/node";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { openPerson, postedMatterId, savePerson } from "../onboarding/people.server.ts";
import { requireBuyer } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { keepDraft, openProperty, showProperty } from "./property-draft.server.ts";

/** The pages about one additional buyer and about one giftor: they differ in the list, and in what it answers. */
const LISTS = {
  buyers: {
    here: paths.buy.buyers,
    schema: additionalPersonForm,
    answer: { ownership_type: "Joint" },
  },
  giftors: { here: paths.buy.giftors, schema: giftorForm, answer: { gifts: "yes" } },
} as const;

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

/** What the page shows; throws as openPerson. */
export async function openPersonOfPurchase({ request, params }: Args, list: keyof typeof LISTS) {
  const { buyer, purchase: matter, query, draft } = await showProperty(request);
  const here = LISTS[list].here(query);
  const place = { people: draft[list], id: params.person, here };
  return openPerson(request, { ...place, customer_id: buyer.id, matter, query });
}

/** Answers a post of the page, as savePerson. Whoever is named is an answer to the question about them. */
export async function savePersonOfPurchase({ request, params }: Args, list: keyof typeof LISTS) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, postedMatterId(form));
  await setSessionMatter(db, page.buyer, "buy", page.purchase);
  const { here, schema, answer } = LISTS[list];
  return savePerson(form, {
    people: page.draft[list],
    id: params.person,
    here: here(page.query),
    schema,
    keep: async (change) => {
      const draft = await keepDraft(page, (now) => ({
        ...now,
        answers: { ...now.answers, ...answer },
        [list]: change(now[list]),
      }));
      return draft[list];
    },
  });
}
