import { beforeAll, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { isQueuedEmailName } from "#app/queue/emails.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { choice, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { assign, aSale, emailsOf, withBuyer } from "./assigning.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

describe("AMB-L03 what the emails say", () => {
  test("as it is when they are sent, comments in the instructions alone", async () => {
    const sale = await withBuyer(db);
    const party = {
      transaction_id: sale.id,
      kind: "seller",
      first_name: "Bob",
      last_name: "Byron",
      email: "bob@example.test",
      phone_number: "+447400123456",
    } as const;
    await db.insertInto("parties").values(party).execute();
    const agent = await insertAgent(db);
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: agent, estate_agent_status: "assigned" })
      .where("id", "=", sale.id)
      .execute();
    const seller_lawyer_group_id = await insertLawyerGroup(db, {
      legal_assistants: [lawyer("Asa")],
    });
    const comments = { seller_comments: "For sellers", buyer_comments: "For buyers" };
    await assign(db, sale.id, await choice(db, { seller_lawyer_group_id, ...comments }), actor);
    const said: Record<string, object> = {};
    for (const { name, props } of await emailsOf(db, sale.id)) {
      if (isQueuedEmailName(name)) said[name] = await readContents(db, name, props);
    }
    const property = "1 Arch Street, Bath";
    const contact = (first: string) => ({
      name: `${first} Ashby`,
      email: `${first.toLowerCase()}@ashby.example`,
      phone: "+441904555020",
    });
    const team = { law_firm: "Ashby & Co", solicitor: contact("Sol"), legal_assistants: [] };
    const sellerTeam = { ...team, legal_assistants: [contact("Asa")] };
    const home = { property, tenure: "Freehold", title_number: null };
    const buyers = { first_names: "Ada", cc: [], property, team };
    const dashboard = `http://localhost:3000/dashboard/buy/${sale.id}`;
    expect(said).toEqual({
      seller_introduction: {
        first_names: "Ada and Bob",
        cc: ["bob@example.test"],
        property,
        homes: [],
        team: sellerTeam,
        dashboard: `http://localhost:3000/dashboard/sell/${sale.id}`,
      },
      seller_solicitor_instruction: {
        property,
        homes: [{ ...home, asking_price: "£300,000" }],
        company: null,
        first_name: "Sol",
        cc: ["asa@ashby.example"],
        sellers: [
          { name: "Ada Byron", email: sale.seller, phone: null },
          { name: "Bob Byron", email: "bob@example.test", phone: "+447400123456" },
        ],
        estate_agent: "Northgate York",
        comments: "For sellers",
      },
      buyer_introduction: { ...buyers, dashboard },
      buyer_additional_info: { ...buyers, dashboard },
      buyer_solicitor_instruction: {
        ...home,
        first_name: "Sol",
        cc: [],
        agreed_price: "£290,000",
        ownership: "Sole",
        mortgage: "No",
        buyers: [{ name: "Ada Byron", email: sale.buyer, phone: null }],
        comments: "For buyers",
        seller_team: sellerTeam,
      },
    });
  });

  test("an introduction to somebody who is not assigned any more is not sent", async () => {
    const { id } = await aSale(db);
    await expect(
      readContents(db, "seller_introduction", { transaction_ids: [id] }),
    ).rejects.toThrow("The solicitor of this email is not assigned any more");
  });
});
