import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import {
  readAssignmentFacts,
  solicitorsForm,
} from "#app/domain/assignments/solicitors-choice.server.ts";
import { listSolicitorOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import { planSolicitors } from "#app/domain/assignments/plan-solicitors.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { solicitorsChoice, insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { aSale } from "./solicitor-assignment.ts";

const { db } = useTestDatabase();

describe("the plan of a solicitor assignment", () => {
  test("the plan of an assignment shows whether both lawyer groups belong to the same law firm (AMB-L02)", async () => {
    const { id } = await aSale(db);
    const law_firm_id = await insertLawFirm(db);
    const one = await insertLawyerGroup(db, { law_firm_id });
    const other = await insertLawyerGroup(db, { law_firm_id });
    const both = { seller_lawyer_group_id: one, buyer_lawyer_group_id: other };
    expect(
      (await planSolicitors(db, staffReader(), id, await solicitorsChoice(db, both))).same_firm,
    ).toBe(true);
    expect(
      (await planSolicitors(db, staffReader(), id, await solicitorsChoice(db))).same_firm,
    ).toBe(false);
  });

  test("the options for lawyer groups show the group's own name and its law firm's name (L-045)", async () => {
    await insertLawyerGroup(db, { name: "Outside LLP", panel_solicitor: false });
    const law_firm_id = await insertLawFirm(db, { name: "Twin One" });
    await insertLawyerGroup(db, { name: "Twins", law_firm_id });
    await insertLawyerGroup(db, { name: "Twins", panel_solicitor: false });
    const labels = (await listSolicitorOptions(db)).map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining([
        "Outside LLP, Ashby & Co (Non-Panel)",
        "Twins, Ashby & Co (Non-Panel)",
        "Twins, Twin One",
      ]),
    );
    expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, "en-GB")));
  });

  test.each(["payment_successful", "referral_code_applied"] as const)(
    "a matter counts as paid once %s is recorded (L-031, AMB-E07)",
    async (event_name) => {
      const { id } = await aSale(db);
      expect((await readAssignmentFacts(db, staffReader(), id)).unpaid).toBe(true);
      await recordEvent(db, { transaction_id: id, event_name, author: "system" });
      expect((await readAssignmentFacts(db, staffReader(), id)).unpaid).toBe(false);
    },
  );
});

describe("the solicitor assignment form (L-047, L-048, L-050, L-057)", () => {
  const id = "a".repeat(24);
  const both = { seller_lawyer_group_id: id, buyer_lawyer_group_id: id };

  test.each([
    ["nothing", {}, { seller_lawyer_group_id: "Solicitor is required" }],
    [
      "empty selects",
      { seller_lawyer_group_id: "", buyer_lawyer_group_id: "" },
      { buyer_lawyer_group_id: "Solicitor is required" },
    ],
    [
      "an invalid id",
      { ...both, buyer_lawyer_group_id: "x" },
      { buyer_lawyer_group_id: "Invalid ObjectId format. Reload the page and choose again" },
    ],
    [
      "a comment that is too long",
      { ...both, seller_comments: "x".repeat(2_001) },
      { seller_comments: "Enter at most 2,000 characters" },
    ],
  ])("the form for assigning solicitors reports its errors if it has %s", (_name, typed, said) => {
    const issues = solicitorsForm(null).safeParse(typed).error!.issues;
    const errors = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
    expect(errors).toMatchObject(said);
  });

  test("“No buyer yet” is accepted for the buyer’s side unless the seller already has a solicitor (L-047)", () => {
    const typed = { seller_lawyer_group_id: id, buyer_lawyer_group_id: NO_BUYER_YET.value };
    expect(solicitorsForm(null).parse(typed)).toMatchObject(typed);
    expect(solicitorsForm("seller").safeParse(typed).success).toBe(false);
    const seller = { ...typed, seller_lawyer_group_id: NO_BUYER_YET.value };
    expect(solicitorsForm(null).safeParse(seller).success).toBe(false);
  });

  test("the form for assigning solicitors parses checkboxes to booleans and accepts empty comments", () => {
    const typed = { ...both, seller_introduction: "on", buyer_introduction: "maybe" };
    expect(solicitorsForm(null).parse(typed)).toEqual({
      ...both,
      seller_introduction: true,
      seller_solicitor_instruction: false,
      plot_plan_request: false,
      buyer_introduction: false,
      buyer_additional_info: false,
      buyer_solicitor_instruction: false,
      seller_comments: null,
      buyer_comments: null,
    });
  });
});
