import { redirect, type TypedResponse } from "@remix-run/node";
import {
  type FinderResult,
  hasStep,
  readStep,
  writeStep,
} from "#app/forms/address-finder.server.ts";
import { isPostedAsDocument } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { db } from "#db/connection.ts";
import { ownPath } from "#app/auth/guards.server.ts";
import { readStash, writeStash } from "#app/auth/stash.server.ts";

/** A form from the stash, which is shown again as it was sent. */
type StashedForm = {
  form: FormData;
  /** It was sent when the session was gone, and its page says so. */
  stashed: boolean;
  /** Where the address finder is that the form was left at. */
  finder: Finders;
};

/**
 * Answers a button of an address finder without scripts. A page that answers a post is one that Back asks to send again, so
 * that the form is stashed as it stands by now, and shown at the page's own address (C16).
 *
 * @param path of the page, where it is not the one that was posted to
 * @returns null where the page itself is the answer: to scripts, to what went wrong, and where it could not be stashed
 */
export async function redirectToStep(
  request: Request,
  user_id: string,
  form: FormData,
  pressed: NonNullable<FinderResult["pressed"]>,
  path = ownPath(request),
): Promise<TypedResponse<never> | null> {
  if (!isPostedAsDocument(request) || pressed.problem) return null;
  writeStep(form, pressed);
  const cookie = await nullIfFailed(writeStash(db, { user_id, path, form }), {
    what: "stashing a step of an address",
  });
  return cookie ? redirect(path, { status: 303, headers: { "Set-Cookie": cookie } }) : null;
}

/**
 * What was stashed of the form of this page.
 *
 * @param isAsked whether the form is about what the page is about now: another's address is not looked for
 * @returns null where nothing was
 */
export async function readStashedForm(
  request: Request,
  user_id: string,
  isAsked: (form: FormData) => boolean = () => true,
): Promise<StashedForm | null> {
  const form = await readStash(db, request, user_id);
  if (!form || !isAsked(form)) return null;
  return { form, stashed: !hasStep(form), finder: await readStep(form) };
}
