import { z } from "zod";
import { datedDraft, deleteDraft, draftText } from "#app/domain/drafts/drafts.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { paths } from "#app/paths.ts";
import { type Db, db } from "#db/connection.ts";
import { NEW_MATTER } from "../onboarding/open-step.server.ts";
import { draftName } from "../onboarding/property-draft.server.ts";
import type { Start, View } from "./matters.ts";

/**
 * What a person has begun to type about a sale or a purchase that is not saved yet. It is only a draft,
 * and is offered on any device all the same.
 */
const FORMS = {
  sales: {
    draft: draftName("sell", null),
    page: paths.sell.aboutTheProperty({ sale: NEW_MATTER }),
  },
  purchases: {
    draft: draftName("buy", null),
    page: paths.buy.aboutTheProperty({ purchase: NEW_MATTER }),
  },
} as const;

const Begun = z.object({
  answers: z.looseObject({
    address: z
      .object({
        line_1: draftText,
        line_2: draftText,
        line_3: draftText,
        post_town: draftText,
        postcode: draftText,
      })
      .catch({}),
    postcode: draftText,
  }),
});

/** @returns null when nothing was typed. */
export async function readStart(db: Db, user_id: string, view: View): Promise<Start | null> {
  const { draft, page } = FORMS[view];
  const kept = await datedDraft(db, user_id, draft);
  if (!kept || !isTyped(kept.data)) return null;
  const { answers } = Begun.safeParse(kept.data).data ?? {};
  const address = answers ? addressLine({ postcode: answers.postcode, ...answers.address }) : "";
  return { address, page, created_at: kept.updated_at };
}

/** Forgets it: the form is empty when it is opened next. */
export async function startOver(user_id: string, view: View): Promise<void> {
  await deleteDraft(db, user_id, FORMS[view].draft);
}

/** What a form says of itself, and no answer of the visitor. */
const UNTYPED = ["version", "country_code", "id"];

function isTyped(data: unknown): boolean {
  if (typeof data === "string") return data.trim() !== "";
  if (typeof data !== "object" || data === null) return false;
  return Object.entries(data).some(([name, value]) => !UNTYPED.includes(name) && isTyped(value));
}
