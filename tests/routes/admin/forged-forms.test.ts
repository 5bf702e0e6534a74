import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { loadAll } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let before: Awaited<ReturnType<typeof countRows>>;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  before = await countRows();
});

/** Actions whose form has no fields and no record id. */
const EMPTY_FORM_ACTIONS = [
  "routes/admin/unmatched-emails/unmatched-emails.tsx",
  "routes/admin/unmatched-emails/rematch-all.tsx",
];

const actions = (await loadAll()).flatMap(({ file, action }) =>
  action && !EMPTY_FORM_ACTIONS.includes(file) ? [[file, action] as const] : [],
);

async function countRows() {
  const { rows } = await sql<{ name: string; count: string }>`
    select relname as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %s', oid::regclass), false, true, '')))[1]::text as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'drafts'
    order by relname`.execute(db);
  return rows;
}

const noId = "0".repeat(24);
const ids = [noId, "x", "undefined", "%27", ""];
const bodies: Record<string, string>[] = [
  {},
  {
    form_key: "made.up.key",
    opened: '{"a":{"b":{}}}',
    intent: "find",
    version: "-1",
    status: "sent",
  },
  { yours: "{}", was: "[", opened: "null", all: "theirs", __intent__: "x" },
];

test.each(actions)(
  "posting an empty or forged form about a missing record to %s changes no rows",
  async (_file, action) => {
    for (const id of ids) {
      const params = Object.fromEntries(
        ["id", "draft", "unit", "valuerId", "negotiatorId", "purchaseId", "personId"].map(
          (name) => [name, id],
        ),
      );
      for (const body of id === noId ? bodies : bodies.slice(0, 1)) {
        const answer = await post(action, body, {
          ...ada,
          path: `/admin/sellers-invitations?draft=${noId}`,
          params: { ...params, personType: "seller", verb: "order", side: "seller" },
        });
        expect([id, body, answer.status < 500]).toEqual([id, body, true]);
      }
    }
    expect(await countRows()).toEqual(before);
  },
);
