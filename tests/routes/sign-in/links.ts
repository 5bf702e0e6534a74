import { readSession } from "#app/auth/session.server.ts";
import { action as askForLink } from "#app/routes/sign-in/sign-in.tsx";
import { action as signUp } from "#app/routes/sign-in/sign-up.tsx";
import type { Db } from "#db/connection.ts";
import type { State } from "#mocks/state.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post, type Answer } from "#tests/support/call-route.ts";
import { readCookie, linkIn, person, sentTo, signInForm, signUpForm } from "./visitor.ts";

export async function requestSignUpLink(state: State, role: "sell" | "buy" = "sell") {
  const answer = await post(signUp, signUpForm(), { path: `/${role}/get-started` });
  return { cookie: readCookie(answer) ?? "", link: linkIn((await sentTo(state))[0]) };
}

export async function requestSignInLink(
  { db, state }: { db: Db; state: State },
  type: "customer" | "admin" = "customer",
) {
  const user = await signIn(db, { email: person.email, type });
  const answer = await post(askForLink, signInForm(), { path: "/sign-in" });
  return { id: user.id, cookie: readCookie(answer) ?? "", link: linkIn((await sentTo(state))[0]) };
}

export function openSession(answer: Answer) {
  const Cookie = readCookie(answer) ?? "";
  return readSession(new Request("http://localhost:3000/", { headers: { Cookie } }));
}
