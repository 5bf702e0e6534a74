import { beforeAll, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, readAgent } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readFields, listSummary } from "../fields.ts";
import { fillIn, open, send } from "../pages.ts";
import { toPath } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

describe("Thirdfort checks of an estate agent (M-028 M-057 to M-060)", () => {
  const listRows = (html: string) => [
    ...html.matchAll(/name="thirdfort_requester_emails\[\d+\]"/g),
  ];
  const listRemoves = (html: string) => [
    ...html.matchAll(
      /&quot;remove&quot;,&quot;payload&quot;:{&quot;name&quot;:&quot;thirdfort_requester_emails/g,
    ),
  ];
  const seller = { requests_seller_thirdfort_checks: "on" };

  test("an office that requests identity checks must have a requester email, and its only requester row cannot be removed (WF-21.5)", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/checks`;
    const empty = await open(path, ada);
    expect(listRows(empty.html)).toHaveLength(0);
    const asked = await send(path, ada, { ...readFields(empty.html, "checks"), ...seller });
    expect(asked.status).toBe(400);
    expect(listSummary(asked.html)).toEqual(["Enter at least one requester email"]);
    expect(listRows(asked.html)).toHaveLength(1);
    expect(listRemoves(asked.html)).toHaveLength(0);

    const wrong = await send(path, ada, {
      ...readFields(asked.html, "checks"),
      "thirdfort_requester_emails[0]": "compliance",
    });
    expect(listSummary(wrong.html)).toEqual([
      "Requester email 1: Please enter a valid email address. It should look like name@example.com",
    ]);
    const saved = await send(path, ada, {
      ...readFields(wrong.html, "checks"),
      "thirdfort_requester_emails[0]": "compliance@example.test",
    });
    expect(saved.location).toBe(toPath(id));
    expect(await readAgent(db, id)).toMatchObject({
      requests_seller_thirdfort_checks: true,
      thirdfort_requester_emails: ["compliance@example.test"],
    });

    const page = await open(path, ada);
    expect(listRemoves(page.html)).toHaveLength(0);
    const removed = await send(path, ada, {
      ...readFields(page.html, "checks"),
      ...removeRow("thirdfort_requester_emails", 0),
    });
    expect(removed.status).toBe(200);
    expect(listRows(removed.html)).toHaveLength(1);
    expect(removed.html).toContain('value="compliance@example.test"');
  });

  test("requester rows can be added and removed with their values, and a single empty row is hidden unless the office requests identity checks (M-058 M-059)", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/checks`;
    const start = readFields((await open(path, ada)).html, "checks");
    const list = "thirdfort_requester_emails";
    const press = (fields: Record<string, string>, button: Record<string, string>) =>
      send(path, ada, { ...fields, ...button });
    const first = { ...start, ...seller, "thirdfort_requester_emails[0]": "a@example.test" };

    const two = await press(first, addRow(list));
    expect(two.status).toBe(200);
    expect(listSummary(two.html)).toEqual([]);
    expect(listRows(two.html)).toHaveLength(2);
    expect(listRemoves(two.html)).toHaveLength(2);
    const one = await press(readFields(two.html, "checks"), removeRow(list, 1));
    expect(listRows(one.html)).toHaveLength(1);
    expect(one.html).toContain('value="a@example.test"');

    const unticked = readFields(one.html, "checks");
    delete unticked.requests_seller_thirdfort_checks;
    const lone = await press(
      { ...unticked, "thirdfort_requester_emails[0]": "" },
      removeRow(list, 9),
    );
    expect(listRows(lone.html)).toHaveLength(0);
    const asked = await press(start, addRow(list));
    expect(listRows(asked.html)).toHaveLength(1);
    expect(listRemoves(asked.html)).toHaveLength(1);
    const kept = await press(unticked, removeRow(list, 9));
    expect(listRows(kept.html)).toHaveLength(1);
  });

  test("the Thirdfort checks form of an estate agent shows an error if saving fails (M-064)", async () => {
    expectError(/the table is broken/);
    const id = await insertAgent(db);
    const mend = await breakWrites(db, "estate_agents");
    const page = await fillIn(ada, `${toPath(id)}/checks`, "checks", {
      receives_seller_thirdfort_checks: "on",
    });
    await mend();
    expect(listSummary(page.html)).toEqual(["Failed to update thirdfort details"]);
  });
});
