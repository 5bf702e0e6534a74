import { beforeAll, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, readAgent } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listSummary } from "../fields.ts";
import { fillIn } from "../pages.ts";
import { toPath } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

describe("the office form of an estate agent (M-032 M-046 to M-049)", () => {
  test("the office form lists the errors, and keeps the typed values", async () => {
    const id = await insertAgent(db);
    const page = await fillIn(ada, `${toPath(id)}/office`, "office", {
      brand_id: "",
      office_name: " ",
      office_phone_number: "12",
      "address.line_1": "1 Coney Street",
    });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Brand is required",
      "Office name is required",
      "Enter a valid phone number, like 020 7946 0018",
      "Town must be at least 1 character long. Enter the town or city",
      "Invalid postcode. Enter a full UK postcode, like SW1A 1AA",
    ]);
    expect(page.html).toContain('value="1 Coney Street"');
    expect((await readAgent(db, id)).office_name).toBe("Northgate York");
  });

  test("an office’s address can be added, changed and removed, and keeps its data from the address finder while unchanged", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const address = {
      "address.line_1": "1 Coney Street",
      "address.post_town": "York",
      "address.postcode": "YO1 9NA",
    };
    expect((await fillIn(ada, path, "office", address)).location).toBe(toPath(id));
    const added = await readAgent(db, id);
    expect(added).toMatchObject({ line_1: "1 Coney Street", country: "United Kingdom" });
    await db
      .updateTable("addresses")
      .set({ uprn: "1" })
      .where("id", "=", added.office_address_id)
      .execute();

    await fillIn(ada, path, "office", { office_name: "Northgate City" });
    expect(await readAgent(db, id)).toMatchObject({ office_name: "Northgate City", uprn: "1" });
    await fillIn(ada, path, "office", { "address.line_1": "2 Coney Street" });
    expect(await readAgent(db, id)).toMatchObject({ line_1: "2 Coney Street", uprn: null });

    await fillIn(
      ada,
      path,
      "office",
      Object.fromEntries(Object.keys(address).map((name) => [name, ""])),
    );
    expect(await readAgent(db, id)).toMatchObject({ office_address_id: null });
    const left = await db
      .selectFrom("addresses")
      .select("id")
      .where("id", "=", added.office_address_id)
      .execute();
    expect(left).toEqual([]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .where("action", "!=", "estate_agent_viewed")
      .orderBy("id")
      .execute();
    expect(audit.slice(1)).toEqual([
      { action: "estate_agent_office_updated", fields: ["address"] },
      { action: "estate_agent_office_updated", fields: ["office_name"] },
      { action: "estate_agent_office_updated", fields: ["address"] },
      { action: "estate_agent_office_updated", fields: ["address"] },
    ]);
  });

  test("saving an unchanged office writes no audit entry", async () => {
    const id = await insertAgent(db);
    expect((await fillIn(ada, `${toPath(id)}/office`, "office", {})).location).toBe(toPath(id));
    const audit = await db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .where("action", "!=", "estate_agent_viewed")
      .execute();
    expect(audit).toEqual([{ action: "estate_agent_created" }]);
  });

  test("choosing a brand that has been deleted is refused with an error next to the field", async () => {
    const id = await insertAgent(db);
    const page = await fillIn(ada, `${toPath(id)}/office`, "office", { brand_id: "f".repeat(24) });
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["This brand no longer exists. Select another"]);
  });

  test("the office form shows an error and keeps the values if saving fails (M-062)", async () => {
    expectError(/the table is broken/);
    const id = await insertAgent(db);
    const mend = await breakWrites(db, "estate_agents");
    const page = await fillIn(ada, `${toPath(id)}/office`, "office", { office_name: "New" });
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual([
      "There was an error while updating the estate agent details",
    ]);
    expect(page.html).toContain('value="New"');
  });
});
