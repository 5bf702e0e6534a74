import { beforeAll, describe, expect, test } from "vitest";
import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { failed, groupPages, ops } from "./group-pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
const { aGroup, confirm, giveSolicitors } = groupPages(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

describe("step 2 of a group: the solicitors (P-061 L-054 L-063 L-065 AMB-L06)", () => {
  const form = (id: string) => `${ops(id)}/solicitors`;

  async function ask(id: string, change: Record<string, string> = {}) {
    const { html } = await open(form(id), ada);
    const groups = {
      seller_lawyer_group_id: await insertLawyerGroup(db, { name: "Sellers LLP" }),
      buyer_lawyer_group_id: await insertLawyerGroup(db, { name: "Buyers LLP" }),
    };
    const fields = { ...readFields(html, "assign-solicitors-form"), ...groups, ...change };
    return send(form(id), ada, fields);
  }

  test("the solicitors form for a group offers the plot plan request, and states that the buyer gets no emails yet (L-054 L01 WF-17.3)", async () => {
    const { id } = await aGroup("form court");
    const { html, text, title } = await open(form(id), ada);
    expect(title).toBe("Form Court - Assign solicitors - Fanlight");
    expect(text).toContain("Group check Group Form Court");
    expect(text).toContain("To be assigned 3");
    expect(text).toContain("There’s no active purchase intent yet.");
    const box = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)![0];
    expect(box("plot_plan_request")).toContain("checked");
    expect(box("plot_plan_request")).not.toContain("disabled");
    for (const name of ["buyer_introduction", "buyer_additional_info"]) {
      expect(box(name)).not.toContain("disabled");
    }
  });

  test("assigning solicitors to a group requires one for each side (L-047 L-048)", async () => {
    const { id } = await aGroup("unchosen court");
    const page = await ask(id, { seller_lawyer_group_id: "", buyer_lawyer_group_id: "" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Seller: Solicitor is required",
      "Buyer: Solicitor is required",
    ]);
  });

  test("“No buyer yet” assigns the seller’s solicitor of every unit of a group, and no buyer’s (L-047)", async () => {
    const { id, units } = await aGroup("early court");
    const asked = await ask(id, { buyer_lawyer_group_id: NO_BUYER_YET.value });
    expect(asked.text).toContain("Buyer solicitor No buyer yet");
    await send(form(id), ada, confirmFields(asked.html));
    const rows = await db
      .selectFrom("transactions")
      .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
      .where("group_id", "=", id)
      .execute();
    expect(rows).toHaveLength(units.length);
    for (const row of rows) {
      expect(row).toEqual({
        seller_lawyer_group_id: expect.any(String),
        buyer_lawyer_group_id: null,
      });
    }
  });

  test("assigning solicitors to a group skips and counts the units that already have solicitors (I-028 L-058 to L-065 AMB-L06 WF-17.3)", async () => {
    const { id, units } = await aGroup("solicitor court");
    const before = await giveSolicitors(units[1]!);
    expect((await open(ops(id), ada)).text).toContain(
      "1 transaction with solicitors will be skipped. 2 transactions without solicitors will be assigned.",
    );
    const asked = await ask(id);
    for (const said of [
      "Double check your solicitors and confirm.",
      "2 transactions Plot 1, Elm Field, York, YO30 7BN Plot 3, Elm Field, York, YO30 7BN",
      "Skipped 1 already assigned",
      "Seller solicitor Sellers LLP",
      "(all transactions)",
      "Introduction to the buyer: no active purchase intent",
      "This will assign solicitors and send the emails checked.",
    ]) {
      expect(asked.text).toContain(said);
    }
    const done = await confirm("solicitors", id, confirmFields(asked.html));
    expect(done).toMatchObject({
      location: ops(id),
      flash: {
        kind: "success",
        title: "Success!",
        description:
          "You've successfully assigned solicitors for this transaction. 1 transaction already had solicitors and was skipped.",
        seconds: 6,
      },
    });
    expect(await confirm("solicitors", id, confirmFields(asked.html))).toEqual(done);
    const rows = await db
      .selectFrom("transactions")
      .select("seller_lawyer_group_id")
      .where("id", "in", units)
      .orderBy("created_at")
      .execute();
    expect(rows.map(({ seller_lawyer_group_id }) => seller_lawyer_group_id === before)).toEqual([
      false,
      true,
      false,
    ]);
    expect(rows).not.toContainEqual({ seller_lawyer_group_id: null });
    const tab = await open(ops(id), ada);
    expect(tab.text).toContain(
      "Solicitors have been assigned to all 3 transactions in this group.",
    );
    expect(tab.html).not.toContain("Assign solicitors");
    expect((await open(form(id), ada)).location).toBe(ops(id));
  });

  test("the message after assigning solicitors to a group mentions skipped units only if there are any (L-065)", async () => {
    const { id } = await aGroup("whole court");
    const asked = await ask(id);
    const { flash } = await confirm("solicitors", id, confirmFields(asked.html));
    expect(flash?.description).toBe(
      "You've successfully assigned solicitors for this transaction.",
    );
  });

  test("the solicitors form for a group keeps the choices when staff go back to amend (L-060)", async () => {
    const { id } = await aGroup("amended court");
    const asked = await ask(id, { seller_comments: "Phase one" });
    const amended = await send(form(id), ada, { ...confirmFields(asked.html), amend: "yes" });
    expect(readFields(amended.html, "assign-solicitors-form")).toMatchObject({
      seller_comments: "Phase one",
      plot_plan_request: "on",
    });
  });

  test("the confirmation of a group’s solicitors is shown again if a unit has changed in the meantime", async () => {
    const { id, units } = await aGroup("changed court");
    const asked = await ask(id);
    await giveSolicitors(units[0]!);
    const again = await send(form(id), ada, confirmFields(asked.html));
    expect(again.text).toContain("Something has changed since you opened this page");
    expect(again.text).toContain("Skipped 1 already assigned");
    const { flash } = await confirm("solicitors", id, confirmFields(again.html));
    expect(flash?.title).toBe("Success!");
  });

  test("a confirmation of a group’s solicitors is refused if every unit already has solicitors (AMB-L06 M-084)", async () => {
    const { id, units } = await aGroup("late court");
    const asked = await ask(id);
    for (const unit of units) await giveSolicitors(unit);
    const { location, flash } = await confirm("solicitors", id, confirmFields(asked.html));
    expect({ location, flash }).toEqual({
      location: ops(id),
      flash: failed("Solicitors are already assigned to every transaction in this group"),
    });
  });

  test.each(["0".repeat(24), "x"])(
    "assigning solicitors shows an error for the missing group %s (M-085)",
    async (id) => {
      const group = await insertLawyerGroup(db);
      const { flash } = await confirm("solicitors", id, {
        seller_lawyer_group_id: group,
        buyer_lawyer_group_id: group,
      });
      expect(flash).toEqual(failed("Transaction group not found"));
    },
  );
});
