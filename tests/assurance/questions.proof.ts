import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Checks that a new question compiles only with its schema, its page and its column. */

const PEOPLE = "app/domain/people/questions.ts";
const SALES = "app/domain/sales/questions.ts";
const PURCHASES = "app/domain/purchases/questions.ts";
const ABOUT_YOU = "export const ABOUT_YOU = {\n";
const SALE = "export const SALE_QUESTIONS = {\n";
const PURCHASE = "export const PURCHASE_QUESTIONS = {\n";
const SCHEMA = "schemasOf(ABOUT_YOU, {\n";

const JUDGES = [
  "app/domain/people/person-forms.server.ts",
  "app/domain/sales/questions.server.ts",
  "app/domain/purchases/questions.server.ts",
];
const PAGES = [
  "app/routes/onboarding/about-you-page.tsx",
  "app/routes/sell/property-fields.tsx",
  "app/routes/buy/purchase-fields.tsx",
];
const COLUMNS = [
  "app/domain/people/person.server.ts",
  "app/domain/sales/save-sale.server.ts",
  "app/domain/purchases/save-purchase.server.ts",
];
const DRAFTS = [
  "app/routes/sell/sale-draft.server.ts",
  "app/routes/sell/property-answers.server.ts",
  "app/routes/buy/purchase-draft.server.ts",
  "app/routes/buy/save-property.server.ts",
];
const ANSWERS_SAVED = "app/routes/onboarding/about-you.server.ts";

const STAFF_WORDS = [PEOPLE, PURCHASES];

type Change = { file: string; after: string; add: string };

const toEach = (add: string): Change[] => [
  { file: PEOPLE, after: ABOUT_YOU, add },
  { file: SALES, after: SALE, add },
  { file: PURCHASES, after: PURCHASE, add },
];

test("the questions are in the expected files", () => {
  for (const { file, after } of toEach("")) expect(ts.sys.readFile(file)).toContain(after);
  expect(ts.sys.readFile("app/domain/people/person-forms.server.ts")).toContain(SCHEMA);
});

test("a new question in a form does not compile until its schema, page, column and staff label exist", () => {
  const files = [...JUDGES, ...PAGES, ...COLUMNS, ...DRAFTS, ...STAFF_WORDS];
  const add = 'preferred_contact_time: { errorLabel: "When to call", column: true },\n';
  expect(filesThatFail(files, toEach(add))).toEqual(files);
}, 300_000);

test("a validated answer without a column does not compile where it is saved", () => {
  const changes = [
    {
      file: PEOPLE,
      after: ABOUT_YOU,
      add: 'preferred_contact_time: { errorLabel: "When to call" },\n',
    },
    {
      file: "app/domain/people/person-forms.server.ts",
      after: SCHEMA,
      add: "preferred_contact_time: z.string(),\n",
    },
  ];
  const known = ["app/domain/people/person-forms.server.ts"];
  const failing = ["app/routes/onboarding/about-you-page.tsx", ANSWERS_SAVED];
  expect(filesThatFail([...known, ...failing], changes)).toEqual(failing);
}, 300_000);

test("a new yes-or-no question compiles as soon as its column exists", () => {
  const add = 'wants_news: { errorLabel: "News", question: "Shall we write?", kind: "answer" },\n';
  const tables = ["Users", "Transactions", "PurchaseIntents"].map((table) => ({
    file: "db/types.d.ts",
    after: `export interface ${table} {\n`,
    add: "  wants_news: Answer;\n",
  }));
  const files = [...JUDGES, ...PAGES, ...COLUMNS, ...DRAFTS, ANSWERS_SAVED];
  expect(filesThatFail(files, toEach(add))).toEqual([...COLUMNS, ...DRAFTS, ANSWERS_SAVED]);
  expect(filesThatFail(files, [...toEach(add), ...tables])).toEqual([]);
}, 300_000);

const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile.bind(ts.sys)) as {
  config: { compilerOptions: unknown };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, resolve("."));
const host = ts.createCompilerHost(options);
/** Source files, parsed once for all programs, which share most of them. */
const parsed = new Map<string, ts.SourceFile | undefined>();
let latest: ts.Program | undefined;

function filesThatFail(files: readonly string[], changes: readonly Change[]): string[] {
  const changed = new Map(changes.map(({ file }) => [resolve(file), ""]));
  for (const { file, after, add } of changes) {
    const text = changed.get(resolve(file)) || ts.sys.readFile(file)!;
    changed.set(resolve(file), text.replace(after, after + add));
  }
  const getSourceFile: typeof host.getSourceFile = (name, languageVersion) => {
    const text = changed.get(resolve(name));
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion);
    if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, languageVersion));
    return parsed.get(name);
  };
  const roots = ["app/remix.d.ts", "db/types.d.ts", ...files];
  const program = ts.createProgram(roots, options, { ...host, getSourceFile }, latest);
  latest = program;
  return files.filter((file) => {
    const source = program.getSourceFile(file) ?? program.getSourceFile(resolve(file));
    if (!source) throw new Error(`There is no ${file}`);
    return program.getSemanticDiagnostics(source).length > 0;
  });
}
