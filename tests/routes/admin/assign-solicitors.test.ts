import { beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { bea, newSale } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { insertSaleAtStage } from "../account/matters.ts";
import { confirmFields, listSummary, readFields } from "./fields.ts";
import { postAction, open, postAndReadFlash, send } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const findTab = (id: string) => `/admin/transactions/${id}/solicitors`;
const findForm = (id: string) => `${findTab(id)}/assign`;

const ask = async (id: string, change: Record<string, string> = {}) =>
  send(findForm(id), ada, await chosen(id, change));

const emailsOf = async (id: string) => {
  const rows = await db
    .selectFrom("email_log")
    .select("name")
    .where("transaction_id", "=", id)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
};

const DONE = {
  kind: "success",
  title: "Success!",
  description: "You've successfully assigned solicitors for this transaction.",
  seconds: 6,
};

const failed = (description: string) => ({
  kind: "error",
  title: "Assignment Failed",
  description,
});

describe("the solicitors tab (K-015 L-030 to L-038)", () => {
  test("the solicitors tab of a matter without solicitors shows a message, a button, an alert and that the sale is not paid for (L-030 L-031 WF-10.1)", async () => {
    const { id } = await aSale();
    const page = await open(findTab(id), ada);
    expect(page.title).toMatch(/^12 Arch Street, York, YO1 7HZ \(F-\d+\) - Solicitors - Fanlight$/);
    expect(page.text).toContain("No solicitors have been assigned yet.");
    expect(page.html).toMatch(
      new RegExp(`<a[^>]*href="${findForm(id)}"[^>]*>Assign solicitors</a>`),
    );
    expect(page.text).toContain("this transaction is unpaid");
    expect(currentTab(page.html)).toBe("Solicitors , none assigned");
  });

  test.each(["payment_successful", "referral_code_applied"] as const)(
    "the solicitors tab and form no longer note that the sale is not paid for after the event “%s” (L-031 AMB-E07)",
    async (event_name) => {
      const { id } = await aSale();
      expect((await open(findForm(id), ada)).text).toContain("this transaction is unpaid");
      await recordEvent(db, { transaction_id: id, event_name, author: "system" });
      for (const path of [findTab(id), findForm(id)]) {
        expect((await open(path, ada)).text).not.toContain("this transaction is unpaid");
      }
    },
  );

  test("the solicitors tab shows read-only cards without a form once both sides have solicitors (L-032 to L-038 AMB-K03)", async () => {
    const { id } = await aSale();
    const law_firm_id = await insertLawFirm(db, { name: "Selby Law" });
    const group = await insertLawyerGroup(db, {
      name: "Selby North",
      law_firm_id,
      legal_assistants: [lawyer("Asa"), lawyer("Abe")],
    });
    const outside = await insertLawyerGroup(db, { name: "Outside LLP", panel_solicitor: false });
    const asked = await ask(id, { seller_lawyer_group_id: group, buyer_lawyer_group_id: outside });
    await confirm(id, confirmFields(asked.html));
    const { html, text } = await open(findTab(id), ada);
    const [seller = "", buyer = ""] = html.split('class="card"').slice(-3);
    expect(visibleText(seller)).toContain("Seller solicitor");
    for (const shown of [
      "Selby North",
      "Selby Law",
      "1 Stonegate, York, YO1 8AS",
      "post@ashby.example 01904 555021",
      "Sol Ashby sol@ashby.example 01904 555020",
      "Asa Ashby asa@ashby.example 01904 555020",
      "Abe Ashby abe@ashby.example 01904 555020",
    ]) {
      expect(visibleText(seller)).toContain(shown);
    }
    expect(visibleText(seller)).toContain("Panel");
    expect(visibleText(buyer)).toContain("Buyer solicitor");
    expect(visibleText(buyer)).toContain("Non-Panel");
    expect(visibleText(buyer)).toContain("Outside LLP");
    expect(html.split('class="tabs"')[1]).not.toMatch(/<a[^>]*>[^<]*Edit/);
    expect(html).not.toContain("Assign solicitors");
    expect(text).toMatch(/Legals started on \d\d\/\d\d\/\d{4}/);
    expect(currentTab(html)).toBe("Solicitors");
    expect((await open(findForm(id), ada)).location).toBe(findTab(id));
  });

  test("the solicitors tab links to the letters that were sent, and a letter’s page answers 404 under another matter (L01)", async () => {
    const { id } = await withBuyer();
    const comment = "Abroad until May. £5,000 = 10% (#2)";
    const asked = await ask(id, { seller_comments: comment });
    await confirm(id, confirmFields(asked.html));
    const tab = await open(findTab(id), ada);
    expect(tab.text).toContain("Letters to solicitors");
    const [, letterPath = ""] =
      /href="([^"]*\/solicitors\/letters\/[^"]*)"[^>]*>Instruction to act for the sellers/.exec(
        tab.html,
      )!;
    const letter = await open(letterPath, ada);
    expect(letter.title).toBe(
      "Instruction to act for the sellers of 12 Arch Street, York, YO1 7HZ - Fanlight",
    );
    for (const said of ["To sol@ashby.example", "Our reference F-", comment]) {
      expect(letter.text).toContain(said);
    }
    const other = await withBuyer();
    const foreign = await open(letterPath.replace(id, other.id), ada);
    expect([foreign.status, foreign.text]).toEqual([
      404,
      expect.stringContaining("Letter not found"),
    ]);
  });

  test("staff can send a letter again after confirming a changed comment, and a double submit sends it once (L01)", async () => {
    const { id } = await withBuyer();
    await confirm(id, confirmFields((await ask(id)).html));
    const path = `${findTab(id)}/seller/send-again`;
    const page = await open(path, ada);
    for (const said of ["To sol@ashby.example", "First sent", "The other side"]) {
      expect(page.text).toContain(said);
    }
    const fields = { ...readFields(page.html, "send-again-form"), comment: "Keys are with Val" };
    const again = await send(path, ada, fields);
    expect(again.text).toContain("The letter has changed, so we haven’t sent it");
    expect(again.text).toContain("Our comment Keys are with Val");
    expect(await emailsOf(id)).toHaveLength(6);
    const confirmed = readFields(again.html, "send-again-form");
    for (let press = 0; press < 2; press++) {
      const { location, flash } = await postAndReadFlash(path, ada, confirmed);
      expect(location).toBe(findTab(id));
      expect(flash?.title).toBe("Letter sent again");
    }
    expect(await emailsOf(id)).toHaveLength(7);
    expect((await open(`${findTab(id)}/nobody/send-again`, ada)).status).toBe(404);
  });

  test("the page that sends a letter again says that no buyer is active, and has no form (L01)", async () => {
    const { id } = await aSale();
    await confirm(id, confirmFields((await ask(id)).html));
    const { html, text } = await open(`${findTab(id)}/buyer/send-again`, ada);
    expect(text).toContain("No purchase intent is active.");
    expect(html).not.toContain("send-again-form");
  });

  test("the form that assigns solicitors asks only for the missing side’s solicitor, and leaves the other side’s unchanged (K03)", async () => {
    const { id } = await aSale();
    const kept = await insertLawyerGroup(db, { name: "Kept LLP" });
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: kept, seller_comments: "As it was" })
      .where("id", "=", id)
      .execute();
    const form = await open(findForm(id), ada);
    expect(form.text).toContain("Seller solicitor: Kept LLP, Ashby & Co");
    expect(form.html).not.toContain('name="seller_lawyer_group_id"');
    const fields = {
      ...readFields(form.html, "assign-solicitors-form"),
      buyer_lawyer_group_id: await insertLawyerGroup(db, { name: "New LLP" }),
    };
    const asked = await send(findForm(id), ada, fields);
    expect(asked.text).toContain(
      "Seller solicitor Kept LLP, Ashby & Co: already assigned, no change",
    );
    expect(asked.text).toContain("Emails None");
    const confirmed = confirmFields(asked.html);
    const other = await insertLawyerGroup(db);
    // A team that is posted for the side with a solicitor is ignored.
    await confirm(id, { ...confirmed, kept: "", seller_lawyer_group_id: other });
    expect((await confirm(id, confirmed)).flash).toEqual(DONE);
    expect((await confirm(id, confirmed)).flash).toEqual(DONE);
    const matter = await db
      .selectFrom("transactions")
      .select(["seller_lawyer_group_id", "buyer_lawyer_group_id", "seller_comments"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(matter).toEqual({
      seller_lawyer_group_id: kept,
      buyer_lawyer_group_id: fields.buyer_lawyer_group_id,
      seller_comments: "As it was",
    });
    expect(await emailsOf(id)).toEqual([]);
  });

  test("a confirmation that leaves out a side without a solicitor asks staff to open the form again", async () => {
    const { id } = await aSale();
    const fields = await chosen(id);
    const { flash } = await confirm(id, { ...fields, kept: "seller" });
    expect(flash).toEqual(failed("A side no longer has a solicitor. Open the form again"));
  });

  test("the solicitors tab shows that only one side has a solicitor, and its form can still be opened", async () => {
    const { id } = await aSale();
    const buyer_lawyer_group_id = await insertLawyerGroup(db, { name: "Lone" });
    await db
      .updateTable("transactions")
      .set({ buyer_lawyer_group_id })
      .where("id", "=", id)
      .execute();
    const { html, text } = await open(findTab(id), ada);
    expect(text).toContain("Only one side has a solicitor.");
    expect(text).toContain("Lone");
    expect(currentTab(html)).toBe("Solicitors , one side only");
    expect((await open(findForm(id), ada)).status).toBe(200);
  });

  test("the solicitors tab shows an error if the solicitors cannot be read (C-065)", async () => {
    expectError(/column .*event_name.* does not exist/);
    const { id } = await aSale();
    await withoutTable(db, "events.event_name", async () => {
      const { text } = await open(findTab(id), ada);
      expect(text).toContain("There was an error while fetching the solicitors' details");
    });
  });
});

describe("the solicitor that the seller prefers (A-015 AMB-H03)", () => {
  const prefer = async (id: string, group_id: string | null) => {
    const solicitor_preference = group_id ? "panel_group" : "no_preference";
    await db
      .updateTable("transactions")
      .set({ solicitor_preference, preferred_lawyer_group_id: group_id })
      .where("id", "=", id)
      .execute();
  };
  const selected = async (id: string) =>
    readFields((await open(findForm(id), ada)).html, "assign-solicitors-form")
      .seller_lawyer_group_id;

  test("the solicitors tab shows the seller’s preferred solicitor, and the form preselects them", async () => {
    const { id } = await aSale();
    expect((await open(findTab(id), ada)).text).toContain(
      "The seller hasn’t chosen a solicitor yet.",
    );
    expect(await selected(id)).toBe("");
    await prefer(id, null);
    expect((await open(findTab(id), ada)).text).toContain("The seller has no preference.");
    expect(await selected(id)).toBe("");
    const group = await insertLawyerGroup(db, { name: "Wanted" });
    await prefer(id, group);
    expect((await open(findTab(id), ada)).text).toContain("The seller prefers Wanted, Ashby & Co.");
    expect(await selected(id)).toBe(group);
  });

  test("staff can assign a solicitor other than the one that the seller prefers", async () => {
    const { id } = await aSale();
    await prefer(id, await insertLawyerGroup(db, { name: "Wanted" }));
    const other = await insertLawyerGroup(db, { name: "Free" });
    const asked = await ask(id, { seller_lawyer_group_id: other });
    expect(asked.text).toContain("Seller solicitor Free, Ashby & Co");
    expect((await confirm(id, confirmFields(asked.html))).flash).toEqual(DONE);
  });
});

describe("the form that assigns solicitors (L-039 to L-057)", () => {
  test("the form that assigns solicitors shows the property check card (L-039 to L-043 WF-10.2)", async () => {
    const change = newSale({ additional_sellers: [bea] });
    change.property.address.latitude = 53.96;
    change.property.address.longitude = -1.08;
    const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
    const id = await insertSaleAtStage(db, seller.id, { change });
    const { html, title } = await open(findForm(id), ada);
    expect(title).toBe("12 Arch Street, York, YO1 7HZ - Assign solicitors - Fanlight");
    const [, card = ""] = html.split("Property check");
    const shown = visibleText(card.split("</section>")[0]!);
    for (const fact of [
      "Address 12 Arch Street, York, YO1 7HZ",
      "Sellers Ada Byron, Bea Byron",
      "Value £450,000",
      "Tenure Freehold",
      "Map Show on a map",
    ]) {
      expect(shown).toContain(fact);
    }
    expect(card).toContain("https://www.openstreetmap.org/?mlat=53.96&amp;mlon=-1.08");
  });

  test("the form that assigns solicitors has a select for each side (L-044 L-045 L-046)", async () => {
    const { id } = await aSale();
    const inside = await insertLawyerGroup(db, { name: "Inside LLP" });
    const outside = await insertLawyerGroup(db, { name: "Outer LLP", panel_solicitor: false });
    const { html } = await open(findForm(id), ada);
    for (const side of ["seller", "buyer"]) {
      const select = new RegExp(
        `<select[^>]*name="${side}_lawyer_group_id"[^>]*>(.*?)</select>`,
        "s",
      ).exec(html)![1]!;
      expect(select).toMatch(/^<option value=""[^>]*>Select a solicitor<\/option>/);
      expect(select).toContain(`<option value="${inside}">Inside LLP, Ashby &amp; Co</option>`);
      expect(select).toContain(
        `<option value="${outside}">Outer LLP, Ashby &amp; Co (Non-Panel)</option>`,
      );
    }
  });

  test.each([
    ["with an active purchase", withBuyer, []],
    [
      "without an active purchase",
      aSale,
      ["buyer_introduction", "buyer_additional_info", "buyer_solicitor_instruction"],
    ],
  ])(
    "the form that assigns solicitors shows email switches for a matter %s, and says which emails wait for an active purchase: $2 (L-049 L-052 L-053 L-055 L01 AMB-L03)",
    async (_name, sale, waiting) => {
      const { html } = await open(findForm((await sale()).id), ada);
      const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => ({
        name: / name="([^"]*)"/.exec(tag)?.[1],
        ticked: tag.includes(' checked=""'),
        disabled: tag.includes(' disabled=""'),
        help: visibleText(
          html
            .split(`id="${/ aria-describedby="([^"]*)"/.exec(tag)![1]!}"`)[1]!
            .split("</span>")[0]!,
        ),
      }));
      expect(boxes.map(({ name }) => name)).toEqual([
        "seller_introduction",
        "seller_solicitor_instruction",
        "plot_plan_request",
        "buyer_introduction",
        "buyer_additional_info",
        "buyer_solicitor_instruction",
      ]);
      for (const { name, ticked, disabled, help } of boxes) {
        const isOff = name === "plot_plan_request";
        expect([name, ticked, disabled]).toEqual([name, !isOff, isOff]);
        if (isOff) expect(help).toContain("Off: only for groups.");
        const waits = waiting.includes(name!);
        expect(help.includes("There’s no active purchase intent yet."), name).toBe(waits);
      }
    },
  );

  test.each([
    ["offers “No buyer yet” for a sale without a buyer", aSale, ["No buyer yet"]],
    ["does not offer “No buyer yet” if a purchase is active", withBuyer, []],
  ])("the select for the buyer’s solicitor %s (L-047)", async (_name, sale, offered) => {
    const { html } = await open(findForm((await sale()).id), ada);
    const [seller = "", buyer = ""] = html.split('name="buyer_lawyer_group_id"');
    expect(seller).not.toContain("No buyer yet</option>");
    expect(buyer.match(/No buyer yet(?=<\/option>)/g) ?? []).toEqual(offered);
  });

  test("staff who choose “No buyer yet” confirm only the seller’s solicitor and emails, and the tab then shows one side (L-047)", async () => {
    const { id } = await aSale();
    const asked = await ask(id, { buyer_lawyer_group_id: NO_BUYER_YET.value });
    expect(asked.text).toContain("Buyer solicitor No buyer yet");
    expect(asked.text).not.toContain("Comments for the buyer’s solicitor");
    expect(asked.text).not.toContain("Sent when a purchase intent is activated");
    const confirmed = confirmFields(asked.html);
    const again = await send(findForm(id), ada, { ...confirmed, amend: "yes" });
    expect(readFields(again.html, "assign-solicitors-form")).toMatchObject({
      buyer_lawyer_group_id: NO_BUYER_YET.value,
    });
    expect((await confirm(id, confirmed)).flash).toEqual(DONE);
    expect((await confirm(id, confirmed)).flash).toEqual(DONE);
    expect((await open(findTab(id), ada)).text).toContain("Only one side has a solicitor.");
    expect(await emailsOf(id)).toEqual([
      "seller_introduction",
      "seller_introduction",
      "seller_solicitor_instruction",
    ]);
    const next = await open(findForm(id), ada);
    expect(next.html).not.toContain('name="seller_lawyer_group_id"');
    expect(next.html).not.toContain("No buyer yet</option>");
  });

  test("the form asks for the buyer’s solicitor if a purchase was activated after it was opened (L-047)", async () => {
    const { id } = await aSale();
    const fields = await chosen(id, { buyer_lawyer_group_id: NO_BUYER_YET.value });
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await insertPurchase(db, { id, property_id }, (await signIn(db)).id, true);
    const page = await send(findForm(id), ada, fields);
    expect(page.status).toBe(409);
    expect(listSummary(page.html)).toEqual(["There is a buyer now. Select their solicitor"]);
  });

  test("the form that assigns solicitors states that customers do not see the comments (L-056)", async () => {
    const { html, text } = await open(findForm((await aSale()).id), ada);
    expect(text.split("These will not appear to the customer.")).toHaveLength(3);
    for (const side of ["seller", "buyer"]) {
      expect(html).toMatch(new RegExp(`<textarea[^>]*name="${side}_comments"`));
    }
  });

  test("the form that assigns solicitors requires a solicitor for each side (L-047 L-048 WF-10.2)", async () => {
    const { id } = await aSale();
    const fields = readFields((await open(findForm(id), ada)).html, "assign-solicitors-form");
    const page = await send(findForm(id), ada, { ...fields, seller_comments: "Kept" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Seller: Solicitor is required",
      "Buyer: Solicitor is required",
    ]);
    expect(page.title).toMatch(/^Error: /);
    expect(readFields(page.html, "assign-solicitors-form").seller_comments).toBe("Kept");
  });

  test.each([
    ["an invalid id", "x'--", "Invalid ObjectId format. Reload the page and choose again", 400],
    ["an unknown id", "0".repeat(24), "This solicitor is no longer available. Select another", 404],
  ])(
    "the form that assigns solicitors shows the error $2 next to the field for a team with %s",
    async (_name, group, said, status) => {
      const { id } = await aSale();
      const page = await ask(id, { buyer_lawyer_group_id: group });
      expect(page.status).toBe(status);
      expect(listSummary(page.html)).toEqual([`Buyer: ${said}`]);
      expect(page.html).toContain('href="#assign-solicitors-form-buyer_lawyer_group_id"');
    },
  );

  test("the page that assigns solicitors shows an error and no form if the solicitors cannot be read", async () => {
    expectError(/column .*panel_solicitor.* does not exist/);
    const { id } = await aSale();
    await withoutTable(db, "lawyer_groups.panel_solicitor", async () => {
      const { html, text } = await open(findForm(id), ada);
      expect(text).toContain("Failed to fetch solicitors");
      expect(html).not.toContain("assign-solicitors-form");
    });
  });
});

describe("more lawyer groups than fit in a select, without scripts", () => {
  test("each side’s solicitor has a separate search, and a search keeps choices and typed text", async () => {
    const { id } = await aSale();
    const law_firm_id = await insertLawFirm(db, { name: "Many Law" });
    const many = Array.from({ length: MAX_OPTIONS }, (_, n) => ({
      name: `Team ${n}`,
      law_firm_id,
    }));
    await db.insertInto("lawyer_groups").values(many).execute();
    const quill = await insertLawyerGroup(db, { name: "Quillfeather", law_firm_id });
    const mill = await insertLawyerGroup(db, { name: "Millstone", law_firm_id });
    const first = await open(findForm(id), ada);
    expect(first.html).not.toContain("Team 1");
    expect(first.text).toContain("Find the seller’s solicitor");
    expect(first.html.match(/No buyer yet<\/option>/g)).toHaveLength(1);

    const fields = readFields(first.html, "assign-solicitors-form");
    const looked = {
      ...fields,
      seller_introduction: "",
      seller_comments: "Abroad",
      find_seller_lawyer_group_id: "quill",
      find_buyer_lawyer_group_id: "MILL many",
      look_for: "yes",
    };
    const found = await send(findForm(id), ada, looked);
    expect(found.status).toBe(200);
    expect(listSummary(found.html)).toEqual([]);
    const [seller = "", buyer = ""] = found.html.split('name="buyer_lawyer_group_id"');
    expect(seller).toContain(`<option value="${quill}">Quillfeather, Many Law</option>`);
    expect(seller).not.toContain("Millstone");
    expect(buyer).toContain(`<option value="${mill}">Millstone, Many Law</option>`);
    expect(buyer).not.toContain("Quillfeather");
    const kept = readFields(found.html, "assign-solicitors-form");
    expect(kept.seller_comments).toBe("Abroad");
    expect(kept).not.toHaveProperty("seller_introduction");
    expect(kept.buyer_introduction).toBe("on");

    const chosen = { ...kept, seller_lawyer_group_id: quill, buyer_lawyer_group_id: "" };
    const refused = await send(findForm(id), ada, chosen);
    expect(listSummary(refused.html)).toEqual(["Buyer: Solicitor is required"]);
    expect(readFields(refused.html, "assign-solicitors-form").seller_lawyer_group_id).toBe(quill);
    const asked = await send(findForm(id), ada, { ...chosen, buyer_lawyer_group_id: mill });
    const again = await send(findForm(id), ada, { ...confirmFields(asked.html), amend: "yes" });
    expect(readFields(again.html, "assign-solicitors-form")).toMatchObject({
      seller_lawyer_group_id: quill,
      buyer_lawyer_group_id: mill,
    });
    const unbought = { ...looked, buyer_lawyer_group_id: NO_BUYER_YET.value };
    const searched = await send(findForm(id), ada, unbought);
    expect(readFields(searched.html, "assign-solicitors-form")).toMatchObject({
      buyer_lawyer_group_id: NO_BUYER_YET.value,
    });
  });

  test("the form that assigns solicitors preselects the lawyer group that the seller prefers, without a search", async () => {
    const { id } = await aSale();
    const wanted = await insertLawyerGroup(db, { name: "Wanted" });
    await db
      .updateTable("transactions")
      .set({ solicitor_preference: "panel_group", preferred_lawyer_group_id: wanted })
      .where("id", "=", id)
      .execute();
    const { html } = await open(findForm(id), ada);
    expect(html).not.toContain("Team 1");
    expect(readFields(html, "assign-solicitors-form").seller_lawyer_group_id).toBe(wanted);
  });
});

describe("the confirmation of assigned solicitors (L-058 to L-062)", () => {
  test("the confirmation of solicitors lists the emails and their recipients (L-058 to L-062 WF-10.4)", async () => {
    const { id, seller, buyer } = await withBuyer();
    const asked = await ask(id, {
      buyer_additional_info: "",
      plot_plan_request: "on",
      seller_comments: "Abroad",
    });
    expect(asked.status).toBe(200);
    const dialog = asked.html.split("<main")[1]!;
    expect(visibleText(/<h1[^>]*>(.*?)<\/h1>/.exec(dialog)![1]!)).toBe(
      "Double check your solicitors and confirm.",
    );
    expect(dialog).toMatch(/<button[^>]*>Yes, I(&#x27;|')m sure\. Assign solicitors<\/button>/);
    expect(dialog).toMatch(/<button[^>]*name="amend"[^>]*>Go back and amend<\/button>/);
    for (const said of [
      "This will assign solicitors and send the emails checked.",
      "Property 12 Arch Street, York, YO1 7HZ",
      "Seller solicitor Ashby York, Ashby & Co",
      `Introduction to the seller: ${seller}`,
      `Introduction to the seller: ${bea.email}`,
      "Instruction to the seller’s solicitor: sol@ashby.example",
      `Introduction to the buyer: ${buyer}`,
      "Instruction to the buyer’s solicitor: sol@ashby.example",
      "Plot plan request: only for groups",
      "Additional information for the buyer: not ticked",
      "Comments for the seller’s solicitor Abroad",
    ]) {
      expect(visibleText(dialog)).toContain(said);
    }
    expect(visibleText(dialog)).not.toContain("same law firm");
    expect(await emailsOf(id)).toEqual([]);
  });

  test("the confirmation of solicitors says that a seller’s solicitor who is not on the panel gets no introduction (L-051 WF-10.3)", async () => {
    const { id } = await aSale();
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    const asked = await ask(id, { seller_lawyer_group_id: outside, seller_introduction: "on" });
    expect(asked.text).toContain("Seller solicitor Ashby York, Ashby & Co (Non-Panel)");
    expect(asked.text).toContain("Introduction to the seller: the chosen solicitor is non-panel");
    await confirm(id, confirmFields(asked.html));
    expect(await emailsOf(id)).toEqual(["seller_solicitor_instruction"]);
  });

  test("the confirmation of solicitors warns if both teams are at one firm, and staff can still assign them (AMB-L02 WF-10.4)", async () => {
    const { id } = await aSale();
    const law_firm_id = await insertLawFirm(db, { name: "Able Law" });
    const asked = await ask(id, {
      seller_lawyer_group_id: await insertLawyerGroup(db, { name: "Able Sellers", law_firm_id }),
      buyer_lawyer_group_id: await insertLawyerGroup(db, { name: "Able Buyers", law_firm_id }),
    });
    expect(asked.text).toContain("Both solicitors are at the same law firm");
    expect(asked.text).toContain("Able Law would act for both the seller and the buyer.");
    expect((await confirm(id, confirmFields(asked.html))).flash).toEqual(DONE);
  });

  test("the form that assigns solicitors keeps the choices when staff go back to amend (L-060 WF-10.4)", async () => {
    const { id } = await withBuyer();
    const change = { buyer_introduction: "", seller_comments: "One\nTwo", buyer_comments: "Three" };
    const fields = await chosen(id, change);
    const asked = await send(findForm(id), ada, fields);
    const amended = await send(findForm(id), ada, { ...confirmFields(asked.html), amend: "yes" });
    expect(amended.status).toBe(200);
    const kept = Object.entries(fields).filter(([name]) => name !== "buyer_introduction");
    expect(readFields(amended.html, "assign-solicitors-form")).toEqual(Object.fromEntries(kept));
    expect(await emailsOf(id)).toEqual([]);
  });

  test("solicitors are assigned once and each email is sent once, however often the confirmation is submitted (L-062 L-064 L-066 WF-10.5)", async () => {
    const { id } = await withBuyer();
    const fields = confirmFields((await ask(id)).html);
    const done = await confirm(id, fields);
    expect(done).toEqual({ location: findTab(id), status: 303, flash: DONE });
    expect(await confirm(id, fields)).toEqual(done);
    expect(await emailsOf(id)).toEqual([
      "buyer_additional_info",
      "buyer_introduction",
      "buyer_solicitor_instruction",
      "seller_introduction",
      "seller_introduction",
      "seller_solicitor_instruction",
    ]);
  });
});

describe("changes while staff are assigning solicitors (AMB-K03)", () => {
  const TAKEN = failed("Solicitors are already assigned to this matter");

  test("a second member of staff who assigns solicitors is refused, with or without opening the confirmation", async () => {
    const { id } = await aSale();
    const form = await chosen(id);
    const asked = [await ask(id), await ask(id)];
    expect((await confirm(id, confirmFields(asked[0]!.html))).flash).toEqual(DONE);
    const second = await confirm(id, confirmFields(asked[1]!.html));
    expect(second).toMatchObject({ location: findTab(id), flash: TAKEN });
    const unasked = await confirm(id, form);
    expect(unasked).toMatchObject({ location: findTab(id), flash: TAKEN });
    expect(await emailsOf(id)).toHaveLength(3);
  });

  test("the confirmation of solicitors is shown again if a chosen team has left the panel in the meantime", async () => {
    const { id } = await aSale();
    const group = await insertLawyerGroup(db);
    const asked = await ask(id, { seller_lawyer_group_id: group, seller_comments: "Kept" });
    await db
      .updateTable("lawyer_groups")
      .set({ panel_solicitor: false })
      .where("id", "=", group)
      .execute();
    const again = await send(findForm(id), ada, confirmFields(asked.html));
    expect(again.text).toContain("Something has changed since you opened this page");
    expect(again.text).toContain("Introduction to the seller: the chosen solicitor is non-panel");
    expect(again.text).toContain("Kept");
    expect(await emailsOf(id)).toEqual([]);
    expect((await confirm(id, confirmFields(again.html))).flash).toEqual(DONE);
    expect(await emailsOf(id)).toEqual(["seller_solicitor_instruction"]);
  });

  test("the form that assigns solicitors requires another solicitor if a chosen team was deleted in the meantime", async () => {
    const { id } = await aSale();
    const group = await insertLawyerGroup(db);
    const asked = await ask(id, { buyer_lawyer_group_id: group });
    await db.deleteFrom("lawyer_groups").where("id", "=", group).execute();
    const page = await send(findForm(id), ada, confirmFields(asked.html));
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual([
      "Buyer: This solicitor is no longer available. Select another",
    ]);
  });

  test.each(["0".repeat(24), "x", "undefined"])(
    "assigning solicitors shows “Transaction not found” for the matter id %s",
    async (id) => {
      const sale = await aSale();
      const fields = confirmFields((await ask(sale.id)).html);
      const form_key = newIdempotencyKey(`assign-solicitors ${id}`);
      const { flash } = await confirm(id, { ...fields, form_key });
      expect(flash).toEqual(failed("Transaction not found"));
      for (const path of [findTab(id), findForm(id)]) {
        const page = await open(path, ada);
        expect(page.status).toBe(404);
        expect(page.text).toContain("Transaction not found");
      }
    },
  );

  test("incomplete and forged confirmations of solicitors show an error and assign no solicitors", async () => {
    const { id } = await aSale();
    const fields = confirmFields((await ask(id)).html);
    const changes: Record<string, string>[] = [
      { seller_lawyer_group_id: "" },
      { buyer_lawyer_group_id: "x" },
      { form_key: "" },
      { form_key: "x.y.z" },
      { confirmed: "" },
      { confirmed: "x" },
      { seller_comments: "x".repeat(2_001) },
    ];
    for (const change of changes) {
      const { flash } = await confirm(id, { ...fields, ...change });
      expect(flash?.kind ?? "error").toBe("error");
    }
    expect(await emailsOf(id)).toEqual([]);
    expect((await open(findTab(id), ada)).text).toContain("No solicitors have been assigned yet.");
  });

  test("an assignment of solicitors that cannot be saved is rolled back, and can be submitted again", async () => {
    expectError(/the table is broken/);
    const { id } = await aSale();
    const fields = confirmFields((await ask(id)).html);
    const mend = await breakWrites(db, "events");
    const { flash } = await confirm(id, fields);
    await mend();
    expect(flash).toEqual(failed("There was an error while assigning solicitors"));
    expect((await confirm(id, fields)).flash).toEqual(DONE);
  });
});

async function aSale() {
  const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  const id = await insertSaleAtStage(db, seller.id, { change: { additional_sellers: [bea] } });
  return { id, seller: seller.email };
}

async function withBuyer() {
  const sale = await aSale();
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", sale.id)
    .executeTakeFirstOrThrow();
  const buyer = await signIn(db);
  await insertPurchase(db, { id: sale.id, property_id }, buyer.id, true);
  return { ...sale, buyer: buyer.email };
}

async function chosen(id: string, change: Record<string, string> = {}) {
  const { html } = await open(findForm(id), ada);
  const groups = {
    seller_lawyer_group_id: change.seller_lawyer_group_id ?? (await insertLawyerGroup(db)),
    buyer_lawyer_group_id: change.buyer_lawyer_group_id ?? (await insertLawyerGroup(db)),
  };
  return { ...readFields(html, "assign-solicitors-form"), ...groups, ...change };
}

async function confirm(id: string, fields: Record<string, string>) {
  const answer = await postAction(findForm(id), ada, fields);
  return { location: answer.location, status: answer.status, flash: await flashIn(answer) };
}

function currentTab(html: string) {
  const links = [...html.matchAll(/<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/g)];
  return visibleText(
    links.map(([, label = ""]) => label).find((label) => label.startsWith("Sol"))!,
  );
}
