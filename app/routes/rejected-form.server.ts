/**
 * Values of rejected forms. They are stored for an hour, because no browser restores a page that is
 * the response to a POST.
 */

import { redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import {
  deleteDraft,
  readDraft,
  saveDraft,
  REJECTED_FORM_HOURS,
  rejectedFormName,
} from "#app/domain/drafts/drafts.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { type FinderResult, readStep, writeStep } from "#app/forms/address-finder.server.ts";
import { isPostedAsDocument, typedFields } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { db } from "#db/connection.ts";

/**
 * Matches the names of fields that are not stored: keys, tokens, card fields and the submit button.
 */
const NOT_TYPED = /^intent$|key$|token|card/i;

const Saved = z.object({ typed: z.record(z.string(), z.unknown()) });

type FormPlace = { user_id: ReaderId; name: string };

/**
 * Stores the values of a submitted form. If that fails, reports the error, and the response still
 * shows the values.
 */
export async function storeRejectedForm(
  { user_id, name }: FormPlace,
  form: FormData,
): Promise<boolean> {
  const fields = Object.entries(typedFields(form)).filter(([field]) => !NOT_TYPED.test(field));
  const saving = saveDraft(db, user_id, rejectedFormName(name), {
    typed: Object.fromEntries(fields),
  });
  const saved = await nullIfFailed(
    saving.then(() => true),
    { what: "storing what was typed" },
  );
  return saved ?? false;
}

export async function readRejectedForm({
  user_id,
  name,
}: FormPlace): Promise<{ typed: Record<string, unknown>; finder: Finders } | null> {
  const saved = Saved.safeParse(
    await readDraft(db, user_id, rejectedFormName(name), REJECTED_FORM_HOURS),
  ).data;
  return saved ? { typed: saved.typed, finder: await readStep(saved.typed) } : null;
}

export async function deleteRejectedForm({ user_id, name }: FormPlace): Promise<void> {
  await nullIfFailed(deleteDraft(db, user_id, rejectedFormName(name)), {
    what: "deleting what was typed",
  });
}

/**
 * Stores a form and redirects to its page, for an address finder’s button without JavaScript.
 * Returns null if the page must render the response itself.
 */
export async function redirectToStep(
  request: Request,
  place: FormPlace,
  form: FormData,
  { pressed, path }: { pressed: NonNullable<FinderResult["button"]>; path: string },
): Promise<TypedResponse<never> | null> {
  if (!isPostedAsDocument(request) || pressed.problem) return null;
  writeStep(form, pressed);
  return (await storeRejectedForm(place, form)) ? redirect(path, { status: 303 }) : null;
}
