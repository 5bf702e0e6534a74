import { beforeAll, describe, expect, test } from "vitest";
import { loader as solicitorsTab } from "#app/routes/admin/transactions/solicitors/tab.tsx";
import { loader as lawFirm } from "#app/routes/admin/law-firms/law-firm.tsx";
import { get } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { groupOf } from "#tests/support/firm-pages.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { accept, createFirm, decline, type Firm } from "./use-firm.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function instructionRow({ id, side }: Firm) {
  const { data } = await get(solicitorsTab, { params: { id }, cookie: ada.cookie });
  const text = JSON.stringify(data);
  const shown = new RegExp(`"${side}":\\{.*?"term":"Instruction","lines":(\\[.*?\\])\\}`).exec(
    text,
  );
  return (JSON.parse(shown?.[1] ?? "[]") as { text: string }[]).map((line) => line.text);
}

describe("what staff read about a law firm", () => {
  test("the solicitors tab has the firm’s answer", async () => {
    const of = await createFirm(db, "seller", ada.id);
    expect(await instructionRow(of)).toEqual(["The firm hasn’t answered on its page yet"]);
    await accept(of);
    expect(await instructionRow(of)).toEqual([
      expect.stringMatching(/^Accepted on \d\d\/\d\d\/\d{4} by Priya Shah$/),
      "Fee earner: Priya Shah",
      "Their reference: HL/1",
    ]);
    await decline(of);
    expect(await instructionRow(of)).toEqual([
      expect.stringMatching(/^Declined on \d\d\/\d\d\/\d{4} by Priya Shah$/),
      "Conflict of interest",
      "“We act for the lender”",
    ]);
  });

  test("the firm’s page has how fast it is and its open matters", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await accept(of);
    const { law_firm_id } = await db
      .selectFrom("lawyer_groups")
      .select("law_firm_id")
      .where("id", "=", await groupOf(db, of.place))
      .executeTakeFirstOrThrow();
    const { data } = await get(lawFirm, { params: { id: law_firm_id }, cookie: ada.cookie });
    expect(data).toMatchObject({
      record: {
        work: {
          speed: [
            // There was no letter, so that the time to accept is not known.
            { term: "To accept", description: "Not known yet" },
            { description: "Not known yet" },
            { description: "Not known yet" },
          ],
          matters: [{ id: of.id, side: "Seller", address: "12 Arch Street, York, YO1 7HZ" }],
          has_more: false,
        },
      },
    });
  });
});
