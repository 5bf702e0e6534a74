import { beforeEach, describe, expect, test } from "vitest";
import { readSharedLetter } from "#app/domain/property-information/letters.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { paths } from "#app/paths.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertAgreedInformation } from "#tests/support/property-information.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { assignSolicitors, createMatter, createPurchaseAtStage, listEmails } from "./matter.ts";

const { db } = useTestDatabase();

let ada: Visitor;
let matter: Awaited<ReturnType<typeof createMatter>>;

beforeEach(async () => {
  ada = await signIn(db, { type: "admin" });
  matter = await createMatter(db);
});

const tab = () => `/admin/transactions/${matter.id}/property-information`;
const shareWith = (recipient: string) => `${tab()}/share/${recipient}`;

async function share(recipient: string) {
  const path = shareWith(recipient);
  return send(path, ada, confirmFields((await open(path, ada)).html));
}

describe("the tab “Property information”", () => {
  test("the tab of a matter without answers says so, and offers no share before the sellers agree", async () => {
    const { text, status } = await open(tab(), ada);
    expect(status).toBe(200);
    expect(text).toContain("0 of 15 sections done");
    expect(text).toContain("Council tax band: not answered");
    const dialog = await open(shareWith("buyer_solicitor"), ada);
    expect(dialog.text).toContain("The sellers haven’t confirmed their answers yet.");
    expect(dialog.html).not.toContain("Share answers");
  });

  test("the tab shows the answers with the seller who gave each, and the agreement", async () => {
    await insertAgreedInformation(db, matter.id);
    const { text } = await open(tab(), ada);
    expect(text).toMatch(/3\.1 Which council tax band is the home in\? ?D \(\w+ \w+, \d\d\//);
    expect(text).toContain("Confirmed");
    expect(text).toMatch(/Agreed to share ?\w+ \w+, \d\d\//);
  });

  test("an unknown recipient is refused", async () => {
    expect((await open(shareWith("everyone"), ada)).status).toBe(404);
  });
});

describe("sharing property information", () => {
  beforeEach(() => insertAgreedInformation(db, matter.id));

  test("the buyer’s solicitor is emailed once the active buyer has one, without the sellers’ contact details", async () => {
    const before = await open(shareWith("buyer_solicitor"), ada);
    expect(before.text).toContain("The active buyer has no solicitor with an email address.");
    await assignSolicitors(db, matter.id, ["buyer"]);
    await createPurchaseAtStage(db, matter, { active: true });
    const dialog = await open(shareWith("buyer_solicitor"), ada);
    expect(dialog.text).toContain("Sol Ashby, Ashby & Co (sol@buyer.example)");
    expect(dialog.text).toContain("We’ll send a copy to asha@buyer.example.");
    await share("buyer_solicitor");
    expect(await listEmails(db, matter.id)).toContainEqual([
      "property_information_shared",
      "sol@buyer.example",
    ]);
    expect((await open(tab(), ada)).text).toContain("Buyer’s solicitor, sol@buyer.example,");
    const { id: share_id } = await db
      .selectFrom("property_information_shares")
      .select("id")
      .executeTakeFirstOrThrow();
    const letter = await readSharedLetter(db, { share_id });
    expect(letter.json).toContain('"councilTaxBand": "D"');
    expect(letter.json).not.toContain("@");
    expect(letter.agent_page).toBeNull();
    await db
      .updateTable("property_information")
      .set({ share_agreed_at: null, share_agreed_by: null })
      .execute();
    await expect(readSharedLetter(db, { share_id })).rejects.toThrow(EmailNotNeededError);
  });

  test("the estate agent’s primary valuer is emailed", async () => {
    const estate_agent_id = await insertAgent(db);
    await db
      .updateTable("transactions")
      .set({ estate_agent_id, estate_agent_status: "assigned" })
      .where("id", "=", matter.id)
      .execute();
    await share("estate_agent");
    const shares = await db
      .selectFrom("property_information_shares")
      .select(["id", "recipient", "estate_agent_id", "shared_by"])
      .where("transaction_id", "=", matter.id)
      .execute();
    const recipient = "estate_agent";
    expect(shares).toMatchObject([{ recipient, estate_agent_id, shared_by: ada.id }]);
    const letter = await readSharedLetter(db, { share_id: shares[0]!.id });
    expect(letter.agent_page).toMatch(paths.agent.sale(estate_agent_id, matter.id));
  });

  test("an agreement that ends while the dialog is open stops the share", async () => {
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: await insertAgent(db), estate_agent_status: "assigned" })
      .where("id", "=", matter.id)
      .execute();
    const path = shareWith("estate_agent");
    const fields = confirmFields((await open(path, ada)).html);
    await db
      .updateTable("property_information")
      .set({ share_agreed_at: null, share_agreed_by: null })
      .execute();
    await send(path, ada, fields);
    expect((await listEmails(db, matter.id)).flat()).not.toContain("property_information_shared");
  });
});
