import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminDate } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { alwaysKept } from "#app/domain/privacy/erasure-answer.ts";
import { carryOutErasure, readRequest } from "#app/domain/privacy/privacy-requests.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../shared/bullets.tsx";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";

export const handle: PageHandle = { title: titleFromData("Erase a person") };

const FAILURE = "There was an error while erasing this person";

const server = confirmPage({
  needs: "erase",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { keeps, under_way, account, refusal, ...request } = await readRequest(db, actor, id);
    return {
      name: fullName(request),
      email: request.email,
      keeps: keeps.map(({ what, until }) => `${what}, until ${adminDate(until)}`),
      account,
      refusal:
        refusal ??
        (under_way.length > 0
          ? `You can’t erase this person yet. Still under way: ${under_way.map(({ home }) => home).join("; ")}. Refuse the request and explain why.`
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
    done: {
      title: "Erasing this person’s data",
      description: "They have already been signed out everywhere.",
    },
    failed: "Not erased",
    failure: FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

const ACCOUNT_WORDS = {
  whole: "The account stays as the name in these records, closed.",
  address: "Of the account we keep only the email address, so it can’t be used to sign in.",
  nothing: "",
};

export default function EraseOnRequest() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Not yet" warning>
      {({ name, email, keeps, account }) => (
        <>
          <p>
            We’ll sign <strong>{name}</strong> out everywhere, send one last email to{" "}
            <strong>{email}</strong> and delete their data. They won’t be able to sign in again. You
            can’t undo this.
          </p>
          {keeps.length > 0 ? (
            <>
              <p>We’ll keep this, as the law and our privacy policy require:</p>
              <Bullets lines={keeps} />
              <p>{ACCOUNT_WORDS[account]}</p>
            </>
          ) : (
            <p>{name} is in no sale or purchase that we have to keep.</p>
          )}
          <p>We’ll also keep:</p>
          <Bullets lines={[...alwaysKept("this person")]} />
        </>
      )}
    </RecordDialog>
  );
}
