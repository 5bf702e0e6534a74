import { expect, test } from "vitest";
import { action as pressContinue } from "#app/routes/sign-in/authenticate.tsx";
import { action, loader } from "#app/routes/sign-in/sign-in.tsx";
import { loader as signUp } from "#app/routes/sign-in/sign-up.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";
import { openSession } from "./links.ts";
import { resendForm, later, linkIn, sentTo, signInForm } from "./visitor.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const AGAIN = "/sign-in?again=true&redirectTo=%2Fyour-data";

test("a signed-in person can request a link to sign in again, and returns to the page that required it (A-024)", async () => {
  const ada = await signIn(db);
  const { cookie, email } = ada;
  expect((await get(loader, { path: "/sign-in", cookie })).location).toBe("/welcome-back");
  expect((await get(signUp, { path: "/sign-up", cookie })).location).toBe("/welcome-back");
  const page = await get(loader, { path: AGAIN, cookie });
  expect(page.data).toMatchObject({ typed: { email }, redirectTo: "/your-data", here: AGAIN });

  const form = signInForm({ email, redirect_to: "/your-data" });
  const sent = await post(action, form, { path: AGAIN, cookie });
  expect(sent.location).toBe(`${AGAIN}&sent=true`);
  const shown = await get(loader, { path: `${AGAIN}&sent=true`, cookie });
  expect(shown.data).toMatchObject({ sent: true, sentTo: email });

  await later(db, 61);
  const again = await post(action, resendForm(), { path: AGAIN, cookie });
  expect(again.location).toBe(`${AGAIN}&sent=true`);

  const [email_again] = (await sentTo(state, email)).slice(-1);
  const link = linkIn(email_again);
  const opened = await post(
    pressContinue,
    { ...Object.fromEntries(link.searchParams), redirect_to: "/your-data" },
    { cookie },
  );
  expect(opened.location).toBe("/your-data");
  expect((await openSession(opened))?.user).toMatchObject({ id: ada.id, signed_in_freshly: true });
});
