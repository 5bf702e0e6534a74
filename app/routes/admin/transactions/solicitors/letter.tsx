import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readLetter } from "#app/domain/assignments/letter.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openRecord, pageOrList } from "../../shared/open-record.server.ts";
import { StaffPage } from "../../shared/staff-page.tsx";
import { LetterSheet } from "./letter-sheet.tsx";
import { letterView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Letter") };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id = "", letterId = "" } = params;
  const { data: opened, init } = await openRecord(request, {
    needs: "look",
    async read(reader) {
      const letter = await readLetter(db, reader, { transaction_id: id, letter_id: letterId });
      return { ...letterView(letter), letter: letter.letter };
    },
    title: ({ heading }) => heading,
    failure: "There was an error getting the letter",
  });
  const back = pageOrList(id, paths.admin.transactionTab.solicitors, paths.admin.transactions);
  return data({ ...opened, back }, init ?? {});
}

export default function Letter() {
  const { title, record, back } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={title}
      crumb="Letter"
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        { label: "Solicitors", to: back },
      ]}
      badges={record ? <Badge tone={record.failed ? "act" : "done"}>{record.status}</Badge> : null}
    >
      {record ? (
        <div className="stack">
          <p>
            {record.again ? "Sent again" : "Sent"} on {record.at}. This is the version that was
            sent.
          </p>
          <LetterSheet letter={record.letter} />
        </div>
      ) : null}
    </StaffPage>
  );
}
