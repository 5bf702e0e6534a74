import { recordAudit, recordOncePerWindow } from "#app/domain/audit/audit.server.ts";
import { trackClick } from "#app/domain/invitations/invitations.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths, type Role, ROLES } from "#app/paths.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { openSealedLink } from "./email-link.server.ts";
import {
  consumeToken,
  findStaffOfToken,
  findUsedToken,
  inspectToken,
  type UsedLink,
} from "./magic-links.server.ts";
import { readSubmitId } from "./browser-id.server.ts";
import { needsFactor } from "./second-factor.server.ts";
import { readDevice, type SignInDevice } from "./device.server.ts";
import { readSession, resumeSession, startSession, type Session } from "./session.server.ts";

/** Query parameters of an emailed link. Only the token decides who is signed in. */
export type LinkQuery = {
  token: string;
  type: "customer" | "admin" | null;
  role: Role | null;
  inv: string | null;
};

type LinkState =
  /**
   * The link works. `sameBrowser` is true if this browser requested the link, so the visitor
   * doesn't need to click "Continue" (AMB-B10).
   */
  | { kind: "alive"; sameBrowser: boolean; redirectTo: string | undefined }
  /**
   * This browser used the link in the last few minutes. A double click leads to the same page as
   * the first click (AMB-A06).
   */
  | { kind: "just-used"; location: string }
  | { kind: "bad" };

/**
 * Returns the query parameters of /authenticate (B-007 to B-010); null if the token is missing
 * (B-073).
 */
export function readLinkQuery(query: { get(name: string): unknown }): LinkQuery | null {
  const token = query.get("token");
  const type = query.get("type");
  const role = query.get("role");
  if (typeof token !== "string" || token === "") return null;
  return {
    token,
    type: type === "customer" || type === "admin" ? type : null,
    role: ROLES.find((known) => known === role) ?? null,
    inv: readInvitation(query),
  };
}

/**
 * Returns the invitation's own token, which decides which page is shown for a link that no longer
 * works (B-075).
 */
export function readInvitation(query: { get(name: string): unknown }): string | null {
  const inv = query.get("inv");
  return typeof inv === "string" && inv !== "" ? inv : null;
}

/**
 * Returns a link's state without using the link, because mail scanners open links too (B-063,
 * B-064).
 */
export async function inspectLink(db: Db, request: Request, link: LinkQuery): Promise<LinkState> {
  const session = await readSession(request);
  const holder = await openSealedLink(link.token, (token) => inspectToken(db, token));
  if (holder) {
    const sameBrowser = session !== null && holder.requested_by === session.id;
    return {
      kind: "alive",
      sameBrowser,
      redirectTo: sameBrowser ? session.data.redirect_to : undefined,
    };
  }
  const user = session?.user;
  if (user?.signed_in_recently) {
    const used = await openSealedLink(link.token, (token) => findUsedToken(db, token));
    if (used?.user_id === user.id) {
      return { kind: "just-used", location: landingPath(user.type, link.role) };
    }
  }
  return { kind: "bad" };
}

/**
 * Uses a link: signs the person in with a new session, and counts a click on an invitation (B-065
 * to B-072). Returns null if the link does not work. If `page.redirectTo`, a path of this site, is
 * set, it replaces the usual page after sign-in.
 */
export async function consumeLink(
  db: Db,
  request: Request,
  link: LinkQuery,
  page: { formKey: string | null; redirectTo: string | undefined },
): Promise<{ location: string; setCookie: string } | null> {
  const before = await readSession(request);
  const seen = readDevice(request);
  const press = await readSubmitId(request, { token: link.token, formKey: page.formKey });
  const opened = await openSealedLink(link.token, (token) =>
    inTransaction(db, async (trx) => {
      const used = await consumeToken(trx, token, press?.name ?? null);
      if (!used) return null;
      const id = press?.session_id;
      if (!used.isDuplicate) {
        return { used, setCookie: await signIn(trx, used, { link, before, id, seen }) };
      }
      const setCookie = id ? await resumeSession(trx, { ...used, id }) : null;
      if (setCookie) return { used, setCookie };
      // The session that the first submit started has ended. Only an invitation may be used again.
      if (used.purpose !== "invitation") return null;
      return { used, setCookie: await signIn(trx, used, { link, before, id: undefined, seen }) };
    }),
  );
  if (!opened) return null;

  const { used, setCookie } = opened;
  warnOfMismatch(used, link);
  if (link.inv && used.invitation_id && !used.isDuplicate && !counted(before, used.invitation_id)) {
    await countClick(db, link.inv, used.user_id);
  }
  return { location: page.redirectTo ?? landingPath(used.user_type, link.role), setCookie };
}

function counted(session: Session | null, invitation_id: string) {
  return session?.data.counted_invitations.includes(invitation_id) ?? false;
}

async function signIn(
  trx: Db,
  used: UsedLink,
  {
    link,
    before,
    id,
    seen,
  }: { link: LinkQuery; before: Session | null; id: string | undefined; seen: SignInDevice },
) {
  const invitation_id = used.invitation_id;
  // Don't record the sign-in of staff who must still pass a second factor: it is recorded when they
  // pass it.
  if (used.user_type === "admin" && !(await needsFactor(trx, used.user_id))) {
    await recordStaff(trx, "signed_in", used.user_id);
  }
  return startSession(trx, {
    user: { id: used.user_id, type: used.user_type },
    before,
    id,
    seen,
    onboarding: {
      ...(link.role && { intent: link.role }),
      ...(invitation_id && { invitation_id }),
    },
    counted_invitations: [
      ...(before?.data.counted_invitations ?? []),
      ...(invitation_id ? [invitation_id] : []),
    ],
  });
}

/** Records in the audit log that a staff member's link was refused, at most once in 15 minutes. */
export async function recordRefusedLink(db: Db, { token: sealed }: LinkQuery): Promise<void> {
  const holder = await openSealedLink(sealed, (token) => findStaffOfToken(db, token));
  if (holder) await recordStaff(db, "sign_in_refused", holder);
}

function recordStaff(db: Db, action: "signed_in" | "sign_in_refused", id: string) {
  const actor = { id, request_id: requestId() };
  const entry = { actor, action, subject: { type: "user", id } };
  return action === "signed_in" ? recordAudit(db, entry) : recordOncePerWindow(db, entry);
}

/**
 * Logs a warning if a link's query disagrees with the database, which decides who is staff
 * (AMB-A11, AMB-B12).
 */
function warnOfMismatch(used: UsedLink, link: LinkQuery) {
  if (link.type === "admin" && used.user_type !== "admin") {
    report(new Error("sign-in link type does not match the user: admin link, customer user"), {
      severity: "warning",
    });
  }
  if (used.user_type === "customer" && !link.role) {
    report(new Error("sign-in link has no role"), { severity: "warning" });
  }
}

/** Counts a click on an invitation. If counting fails, the visitor is still signed in (B-068). */
async function countClick(db: Db, invitationToken: string, userId: string) {
  await nullIfFailed(trackClick(db, { invitationToken, userId }), {
    severity: "warning",
    what: "invitation click",
  });
}

function landingPath(type: "admin" | "customer", role: Role | null) {
  if (type === "admin") return paths.admin.home();
  return role ? paths.welcome(role) : paths.welcomeBack();
}
