import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminDate } from "#app/domain/fields/dates.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { carryOutErasure, readRequest } from "#app/domain/privacy/privacy-requests.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../kit/bullets.tsx";
import { RecordDialog } from "../kit/confirm-dialog.tsx";
import { confirmPage, hidden } from "../kit/confirm-page.server.ts";

export const handle: PageHandle = { title: titleFromData("Erase a person") };

const FAILURE = "There was an error while erasing this person";

/** What goes and what stays; or why nothing can be erased (23). */
const server = confirmPage({
  needs: "erase",
  ids: ({ id = "" }) => id,
  async read(id) {
    const { keeps, under_way, refusal, ...request } = await readRequest(db, id);
    return {
      name: fullName(request),
      email: request.email,
      keeps: keeps.map(({ what, until }) => `${what}, until ${adminDate(until)}`),
      refusal:
        refusal ??
        (under_way.length > 0
          ? `Nothing can be erased while this is under way: ${under_way.join("; ")}. Refuse the request, and say so.`
          : null),
      confirmed: { keeps: JSON.stringify(keeps) },
    };
  },
  confirmed: z.object({ keeps: hidden.text() }),
  title: ({ name }) => `Erase ${name}`,
  failure: FAILURE,
  back: () => paths.admin.privacyRequests(),
  opener: (id) => `carry-out-${id}`,
  form: (id) => `erasure:${id}`,
  run: (trx, confirmed, { actor }, id) => carryOutErasure(trx, { id, actor, confirmed }),
  words: {
    done: { title: "They are being erased", description: "They are signed out already." },
    failed: "Not erased",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function EraseOnRequest() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Not yet" warning>
      {({ name, email, keeps }) => (
        <>
          <p>
            <strong>{name}</strong> at <strong>{email}</strong> is signed out everywhere, is written
            to once more, and cannot sign in again. What we hold on them is deleted. This cannot be
            taken back.
          </p>
          {keeps.length > 0 ? (
            <>
              <p>This stays, by law and by our privacy policy:</p>
              <Bullets lines={keeps} />
            </>
          ) : (
            <p>They have no finished matter: nothing of them stays but the log, by ids.</p>
          )}
        </>
      )}
    </RecordDialog>
  );
}
