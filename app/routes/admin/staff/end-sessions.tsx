import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { endSessions, listSessions } from "#app/auth/own-sessions.server.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { subjectOf, queueAccessEmail } from "#app/domain/staff/change-staff.server.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../shared/bullets.tsx";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";

export const handle: PageHandle = { title: titleFromData("Sign out") };

const FAILURE = "There was an error while signing this colleague out";
const NONE = "This colleague is no longer signed in there.";

const server = confirmPage({
  needs: "change_staff",
  ids: ({ id = "", session = "" }) => ({ id, session }),
  async read({ id, session }) {
    const name = fullName(await readStaffMember(db, id));
    const sessions = await listSessions(db, id);
    const ended = session === "all" ? sessions : sessions.filter((each) => each.id === session);
    return {
      name,
      ended: ended.map(
        ({ device, last_seen_at }) =>
          `${device ?? "A browser"}, last seen ${adminMoment(last_seen_at)}`,
      ),
      refusal: ended.length > 0 ? null : NONE,
      confirmed: { session },
    };
  },
  confirmed: z.object({ session: hidden.text() }),
  title: ({ name }) => `Sign out ${name}`,
  failure: FAILURE,
  back: ({ id }) => pageOrList(id, paths.admin.staffMember, paths.admin.staff),
  opener: ({ session }) => `end-${session}`,
  form: ({ id, session }) => `end-sessions:${id}:${session}`,
  async run(trx, _confirmed, { actor }, { id, session }) {
    await readStaffMember(trx, id);
    const ended = await endSessions(trx, id, session === "all" ? "all" : { only: session });
    if (ended === 0) throw new ConflictError(NONE);
    await recordAudit(trx, { actor, action: "sessions_ended", subject: subjectOf(id) });
    await queueAccessEmail(trx, id, "sessions_ended");
  },
  words: {
    done: { title: "Signed out", description: "We’ve emailed this colleague." },
    failed: "Not signed out",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function EndSessions() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ name, ended }) => (
        <>
          <p>
            We’ll email <strong>{name}</strong> and sign them out straight away. They can sign in
            again with a new link.{" "}
            {ended.length === 1 ? "This session will end:" : "These sessions will end:"}
          </p>
          <Bullets lines={ended} />
        </>
      )}
    </RecordDialog>
  );
}
