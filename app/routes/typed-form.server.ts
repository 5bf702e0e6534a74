import { redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import {
  deleteDraft,
  readDraft,
  saveDraft,
  TYPED_FORM_HOURS,
  typedFormName,
} from "#app/domain/drafts/drafts.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { type FinderResult, readStep, writeStep } from "#app/forms/address-finder.server.ts";
import { isPostedAsDocument, typedFields } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { db } from "#db/connection.ts";

/**
 * A form of one page that could not be saved yet: it has errors, or a button of its address finder submitted it. The page
 * shows it for an hour, because no browser restores a page that answered a POST.
 */

/** Not answers: keys, tokens and what submitted the form. */
const NOT_TYPED = /^intent$|key$|token|card/i;

const Saved = z.object({ typed: z.record(z.string(), z.unknown()) });

/** The owner of a form, and the path of its page. */
type FormPlace = { user_id: ReaderId; name: string };

/** Stores a form as it was sent. A failure is reported: the page that answers still shows what was typed. */
export async function saveTyped({ user_id, name }: FormPlace, form: FormData): Promise<boolean> {
  const fields = Object.entries(typedFields(form)).filter(([field]) => !NOT_TYPED.test(field));
  const saving = saveDraft(db, user_id, typedFormName(name), { typed: Object.fromEntries(fields) });
  const saved = await nullIfFailed(
    saving.then(() => true),
    { what: "storing what was typed" },
  );
  return saved ?? false;
}

/** Returns what was stored of a form, and the state of its address finder; null when nothing was. */
export async function readTyped({
  user_id,
  name,
}: FormPlace): Promise<{ typed: Record<string, unknown>; finder: Finders } | null> {
  const saved = Saved.safeParse(
    await readDraft(db, user_id, typedFormName(name), TYPED_FORM_HOURS),
  ).data;
  return saved ? { typed: saved.typed, finder: await readStep(saved.typed) } : null;
}

/** Deletes what was stored of a form that has been saved. */
export async function deleteTyped({ user_id, name }: FormPlace): Promise<void> {
  await nullIfFailed(deleteDraft(db, user_id, typedFormName(name)), {
    what: "deleting what was typed",
  });
}

/**
 * Responds to a button of an address finder that a browser submitted without scripts: the form is stored, and its page
 * shows it at its own address.
 *
 * @returns null where the page itself answers: to scripts, with what went wrong, and where the form could not be stored
 */
export async function redirectToStep(
  request: Request,
  place: FormPlace,
  form: FormData,
  { pressed, path }: { pressed: NonNullable<FinderResult["pressed"]>; path: string },
): Promise<TypedResponse<never> | null> {
  if (!isPostedAsDocument(request) || pressed.problem) return null;
  writeStep(form, pressed);
  return (await saveTyped(place, form)) ? redirect(path, { status: 303 }) : null;
}
