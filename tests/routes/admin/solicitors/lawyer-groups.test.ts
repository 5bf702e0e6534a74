import { beforeAll, describe, expect, test } from "vitest";
import { readLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { ANY_HOME, insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { listDifferences, signInEditors } from "../estate-agents/editors.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

const pathTo = (id: string) => `/admin/lawyer-groups/${id}`;
const editPath = (id: string) => `${pathTo(id)}/edit`;
const fieldsOf = async (path: string) => readFields((await open(path, ada)).html, "lawyer-group");

const whole = {
  name: "Brook York",
  panel_solicitor: "on",
  "solicitor.first_name": "Bea",
  "solicitor.last_name": "Brook",
  "solicitor.email": "bea@brook.example",
  "solicitor.phone_number": "",
  for_leasehold: "on",
  legal_fee_pounds: "1,250",
  usual_working_days: "48",
  invoicing_address: "Accounts\n2 Coney Street",
  "thirdfort_recipient_emails[0]": "checks@brook.example",
};

describe("the page of a lawyer group (I-016 L-025)", () => {
  test("the page of a lawyer group shows its solicitor, legal assistants and Thirdfort recipients (L-021 to L-023)", async () => {
    const law_firm_id = await insertLawFirm(db, { name: "Group Law" });
    const id = await insertLawyerGroup(db, {
      law_firm_id,
      legal_assistants: [lawyer("Asa"), lawyer("Lea")],
      thirdfort_recipient_emails: ["one@ashby.example", "two@ashby.example"],
      invoicing_address: "Accounts, 1 Stonegate",
    });
    const { html, text, title } = await open(pathTo(id), ada);
    expect(title).toContain("Ashby York");
    const [, solicitor = "", assistants = "", recipients = ""] =
      /Solicitor (.*) Legal assistants (.*) Thirdfort recipients (.*)/.exec(
        text.slice(text.indexOf("Accounts, 1 Stonegate")),
      ) ?? [];
    expect(solicitor).toContain("Sol Ashby Email sol@ashby.example Phone 01904 555020");
    expect(assistants).toMatch(/Asa Ashby.*asa@ashby\.example.*Lea Ashby.*lea@ashby\.example/);
    expect(recipients).toContain("one@ashby.example two@ashby.example");
    expect(html).toContain(`href="/admin/law-firms/${law_firm_id}">Group Law</a>`);
  });

  test("the page of a lawyer group answers 404 for a missing group, and shows an error if it cannot be read (L-028)", async () => {
    for (const missing of ["none", "f".repeat(24)]) {
      const { status, text } = await open(pathTo(missing), ada);
      expect(status).toBe(404);
      expect(text).toContain("Lawyer group not found");
    }
    const id = await insertLawyerGroup(db);
    expectError(/relation "lawyer_group_members" does not exist/);
    await withoutTable(db, "lawyer_group_members", async () => {
      const { status, text } = await open(pathTo(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error fetching lawyer groups");
    });
  });
});

describe("adding a lawyer group (AMB-L05)", () => {
  async function addPath() {
    const id = await insertLawFirm(db);
    return { id, path: `/admin/law-firms/${id}/lawyer-groups/add` };
  }

  test("the lawyer group form lists the missing fields (L-027)", async () => {
    const { path } = await addPath();
    const page = await send(path, ada, await fieldsOf(path));
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Name is required",
      "Solicitor: First name is required",
      "Solicitor: Last name is required",
      "Solicitor: Please enter a valid email address. It should look like name@example.com",
      "Enter at least one recipient email",
    ]);
  });

  test("each error of the lawyer group form names the person it is about", async () => {
    const { path } = await addPath();
    const form = { ...(await fieldsOf(path)), ...whole, "solicitor.first_name": "" };
    const { html } = await send(path, ada, { ...form, ...addRow("legal_assistants") });
    const page = await send(path, ada, readFields(html, "lawyer-group"));
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Solicitor: First name is required",
      "Legal assistant 1: First name is required",
      "Legal assistant 1: Last name is required",
      "Legal assistant 1: Please enter a valid email address. It should look like name@example.com",
    ]);
  });

  test("repeated submits create one lawyer group of the firm, with every field", async () => {
    const { id, path } = await addPath();
    const form = { ...(await fieldsOf(path)), ...whole };
    const added = await send(path, ada, { ...form, ...addRow("legal_assistants") });
    expect(added.status).toBe(200);
    const rows = {
      ...readFields(added.html, "lawyer-group"),
      "legal_assistants[0].first_name": "Asa",
      "legal_assistants[0].last_name": "Brook",
      "legal_assistants[0].email": "asa@brook.example",
    };
    expect((await send(path, ada, rows)).location).toBe(`/admin/law-firms/${id}`);
    expect((await send(path, ada, rows)).location).toBe(`/admin/law-firms/${id}`);
    const groups = await db
      .selectFrom("lawyer_groups")
      .select("id")
      .where("law_firm_id", "=", id)
      .execute();
    expect(groups).toHaveLength(1);
    expect(await readLawyerGroup(db, groups[0]!.id)).toEqual({
      name: "Brook York",
      law_firm_id: id,
      panel_solicitor: true,
      solicitor: {
        first_name: "Bea",
        last_name: "Brook",
        email: "bea@brook.example",
        phone_number: null,
      },
      legal_assistants: [
        {
          first_name: "Asa",
          last_name: "Brook",
          email: "asa@brook.example",
          phone_number: null,
        },
      ],
      invoicing_address: "Accounts\n2 Coney Street",
      thirdfort_recipient_emails: ["checks@brook.example"],
      ...{ for_freehold: false, for_leasehold: true, for_new_build: false },
      ...{ legal_fee_pounds: 1_250, usual_working_days: 48 },
    });
    expect((await open(pathTo(groups[0]!.id), ada)).text).toContain(
      "Homes Leasehold homes Usual legal fee £1,250 Usual time to exchange 48 working days",
    );
  });

  test("adding a lawyer group to a missing firm answers 404", async () => {
    const { status, text } = await open(
      `/admin/law-firms/${"f".repeat(24)}/lawyer-groups/add`,
      ada,
    );
    expect(status).toBe(404);
    expect(text).toContain("Law firm not found");
  });
});

describe("changing a lawyer group (L-024 L-026)", () => {
  test.each([
    [
      "an invalid email",
      "nobody",
      "Recipient email 1: Please enter a valid email address. It should look like name@example.com",
    ],
    ["no email", "", "Enter at least one recipient email"],
  ])(
    "the lawyer group form refuses recipients with %s with the error $2 (L-027)",
    async (_what, typed, message) => {
      const id = await insertLawyerGroup(db);
      const page = await send(editPath(id), ada, {
        ...(await fieldsOf(editPath(id))),
        "thirdfort_recipient_emails[0]": typed,
      });
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual([message]);
      expect((await readLawyerGroup(db, id)).thirdfort_recipient_emails).toEqual([
        "checks@ashby.example",
      ]);
    },
  );

  test("the last recipient of a lawyer group cannot be removed, and empty rows and duplicates are not saved (L-027)", async () => {
    const id = await insertLawyerGroup(db);
    const form = await fieldsOf(editPath(id));
    const kept = await send(editPath(id), ada, {
      ...form,
      ...removeRow("thirdfort_recipient_emails", 0),
    });
    expect(readFields(kept.html, "lawyer-group")).toMatchObject({
      "thirdfort_recipient_emails[0]": "checks@ashby.example",
    });
    await send(editPath(id), ada, {
      ...form,
      "thirdfort_recipient_emails[1]": "",
      "thirdfort_recipient_emails[2]": "CHECKS@ashby.example",
      "thirdfort_recipient_emails[3]": "more@ashby.example",
    });
    expect((await readLawyerGroup(db, id)).thirdfort_recipient_emails).toEqual([
      "checks@ashby.example",
      "more@ashby.example",
    ]);
  });

  test("every field of a lawyer group can be changed, and the second of two editors sees both versions", async () => {
    const id = await insertLawyerGroup(db, { legal_assistants: [lawyer("Asa")] });
    const law_firm_id = await insertLawFirm(db, { name: "New Law" });
    const [hers, his] = [await open(editPath(id), ada), await open(editPath(id), tom)];
    const herForm = readFields(hers.html, "lawyer-group");
    delete herForm.panel_solicitor;
    const first = await send(editPath(id), ada, {
      ...herForm,
      law_firm_id,
      "solicitor.first_name": "Sue",
    });
    expect(first.location).toBe(pathTo(id));
    const lost = await send(editPath(id), tom, {
      ...readFields(his.html, "lawyer-group"),
      "solicitor.first_name": "Tim",
      invoicing_address: "Elsewhere",
    });
    expect(lost.status).toBe(409);
    expect(listDifferences(lost.html)).toEqual([
      ["Law firm Was Ashby & Co They changed it Theirs New Law Yours Ashby & Co", "theirs"],
      ["Panel solicitor Was Yes They changed it Theirs No Yours Yes", "theirs"],
      [
        "Solicitor Was Sol, Ashby, sol@ashby.example, +441904555020 You both changed it Theirs Sue, Ashby, sol@ashby.example, +441904555020 Yours Tim, Ashby, sol@ashby.example, +441904555020",
        null,
      ],
      ["Invoicing address Was Blank You changed it Theirs Blank Yours Elsewhere", "yours"],
    ]);
    const saved = await send(editPath(id), tom, {
      ...readFields(lost.html, "conflict"),
      "choice.solicitor": "theirs",
    });
    expect(saved.location).toBe(pathTo(id));
    expect(await readLawyerGroup(db, id)).toEqual({
      name: "Ashby York",
      law_firm_id,
      panel_solicitor: false,
      solicitor: { ...lawyer("Sol"), first_name: "Sue" },
      legal_assistants: [lawyer("Asa")],
      invoicing_address: "Elsewhere",
      thirdfort_recipient_emails: ["checks@ashby.example"],
      ...ANY_HOME,
    });
  });

  test("moving a lawyer group to a firm that has been deleted is refused with an error next to the field", async () => {
    const id = await insertLawyerGroup(db);
    const page = await send(editPath(id), ada, {
      ...(await fieldsOf(editPath(id))),
      law_firm_id: "f".repeat(24),
    });
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["This law firm no longer exists. Select another"]);
  });

  test("the lawyer group form keeps the typed values if saving fails (L-029)", async () => {
    expectError(/the table is broken/);
    const id = await insertLawyerGroup(db);
    const form = { ...(await fieldsOf(editPath(id))), name: "Lost" };
    const mend = await breakWrites(db, "lawyer_groups");
    const page = await send(editPath(id), ada, form);
    await mend();
    expect(page.status).toBe(500);
    expect(page.text).toContain("There was an error updating the lawyer group");
    expect(page.html).toContain('value="Lost"');
  });
});

test("the page that adds a lawyer group has the firm’s name in its title", async () => {
  const id = await insertLawFirm(db, { name: "Titled Law" });
  const { title } = await open(`/admin/law-firms/${id}/lawyer-groups/add`, ada);
  expect(title).toBe("Titled Law - Add lawyer group - Fanlight");
});
