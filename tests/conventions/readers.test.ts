import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { type Permission, PERMISSIONS, STAFF_ROLES } from "#app/domain/staff/roles.ts";

/** Checks who may create a reader of customers’ data, because types cannot forbid `as`. */

const files = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
  .split("\n")
  .filter((name) => /\.tsx?$/.test(name));

const filesWith = (pattern: RegExp) =>
  files.filter((name) => pattern.test(readFileSync(name, "utf8"))).sort();

test("only app/auth/readers.server.ts and the service’s module create readers (SE-2)", () => {
  expect(filesWith(/\bas (?:unknown as )?(?:\w+ & )?(?:Made|\w*Reader(?:Id)?)\b(?!\.)/)).toEqual([
    "app/auth/readers.server.ts",
    "app/domain/readers/service.ts",
  ]);
});

test("only guards create a reader for a person (SE-2)", () => {
  expect(filesWith(/\/readers\.server\.ts"/)).toEqual(["app/auth/guards.server.ts"]);
});

test("only jobs and the domain read as the service, and no page, guard or template does (SE-2)", () => {
  const users = filesWith(/\breaders\/service\.ts"/);
  expect(users.length).toBeGreaterThan(10);
  expect(users.filter((name) => !/^app\/(?:domain|jobs)\//.test(name))).toEqual([]);
});

/** Reads of firms, offices, colleagues, the service itself, numbers and public data. */
const NON_CUSTOMER_READS = [
  /^(?:estate-agents|solicitors|staff|stats|operations|restorations)\//,
  /#count[A-Z]/,
  /^assignments\/estate-agent#readAgentToAssign$/,
  /^deliveries\/outcomes#findSentEmail$/,
  /^handlers\/(?:handlers|absences)#(?:list|read)[A-Z]/,
  /^groups\/(?:companies#(?:read|find)CompanyByNumber|create-group#findGroupByName)$/,
  /^inbound-emails\/rematch#readRematches$/,
  /^inbox\/list-conversations#readNextReturn$/,
  /^invitations\/referral-codes#readCodeOffer$/,
  /^payments\/orders#listProducts$/,
  /^sales\/choose-solicitor#listPanel$/,
  /^stages\/duration-stats#readStageHistory$/,
  /^transactions\/tags#readAdminConfig$/,
];

/**
 * Reads about a record that the page has already read with a reader. They return no one else’s
 * data.
 */
const READS_OF_READ_RECORDS = [
  /^assignments\/agent-fee#readAgentFee$/,
  /^conversations\/(?:answer#readTemplateFacts|recipients#findAsker)$/,
  /^identity-checks\/office-requests#readConductingAgent$/,
  /^payments\/duplicate-property#hasActiveSaleElsewhere$/,
  /^purchases\/significant-dates#listDateWarnings$/,
];

const READER = /Reader|\bSellerSaleIds\b|\bDraftPlace\b/;

test("each function that a page calls to read customers’ data takes a reader (SE-2)", () => {
  const reads = files.filter((name) => /^app\/domain\/.*\.server\.ts$/.test(name)).flatMap(readsIn);
  const called = new Set(files.filter((name) => /^app\/routes\//.test(name)).flatMap(importedIn));
  const byPages = reads.filter(({ name }) => called.has(name));
  expect(byPages.length).toBeGreaterThan(100);
  const open = byPages.filter(({ takes }) => !READER.test(takes)).map(({ name }) => name);
  const known = [...NON_CUSTOMER_READS, ...READS_OF_READ_RECORDS];
  expect(open.filter((name) => !known.some((each) => each.test(name)))).toEqual([]);
  expect(known.filter((each) => !open.some((name) => each.test(name)))).toEqual([]);
});

const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

const nameOf = (file: string, name: string) =>
  `${file.replace(/^app\/domain\//, "").replace(/\.server\.ts$/, "")}#${name}`;

/**
 * Returns the functions in a file that take the database and whose name begins with a reading verb.
 */
function readsIn(file: string) {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return [];
    const { name, parameters } = statement;
    const takes = parameters.map(({ type }) => type?.getText() ?? "").join();
    const isRead = /^(?:read|list|find|count|search|describe|plan|get|is|has)[A-Z]|^search$/;
    if (!isRead.test(name.text) || !/\bDb\b/.test(takes)) return [];
    return [{ name: nameOf(file, name.text), takes }];
  });
}

function importedIn(file: string) {
  const imports = /import \{([^}]*)\} from "#(app\/domain\/[^"]+)"/g;
  return [...readFileSync(file, "utf8").matchAll(imports)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((name) => nameOf(from, name.trim().replace(/ as .*/, ""))),
  );
}

test("only emails about progress and documents read data as their recipient (SE-2)", () => {
  expect(filesWith(/new EmailRecipient\(/)).toEqual([
    "app/domain/documents/request-emails.server.ts",
    "app/domain/notifications/progress-emails.server.ts",
  ]);
});

test.each(Object.keys(PERMISSIONS) as Permission[])(
  "every role with the permission “%s” may also look, unless the permission is “enter” (SE-2)",
  (permission) => {
    const { roles } = PERMISSIONS[permission];
    if (roles === "all") expect(permission).toBe("enter");
    else for (const role of roles) expect(PERMISSIONS.look.roles).toContain(role);
    expect(PERMISSIONS.look.roles).toEqual(STAFF_ROLES);
  },
);
