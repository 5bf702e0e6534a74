import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/**
 * A question that is added to a form has to be known to what judges its answer, to its page and to what is saved. What is
 * kept while it is typed is derived from the questions: there is nothing to forget.
 */

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

/** What staff call the answers. */
const STAFF_WORDS = [PEOPLE, PURCHASES];

type Change = { file: string; after: string; add: string };

const toEach = (add: string): Change[] => [
  { file: PEOPLE, after: ABOUT_YOU, add },
  { file: SALES, after: SALE, add },
  { file: PURCHASES, after: PURCHASE, add },
];

// That it compiles as it is, the step of types says.
test("the questions stand where they are added to", () => {
  for (const { file, after } of toEach("")) expect(ts.sys.readFile(file)).toContain(after);
  expect(ts.sys.readFile("app/domain/people/person-forms.server.ts")).toContain(SCHEMA);
});

test("E6 a name that is added to a form does not compile until its schema, its page, its column and what staff call it know it", () => {
  const files = [...JUDGES, ...PAGES, ...COLUMNS, ...DRAFTS, ...STAFF_WORDS];
  const add = 'preferred_contact_time: { called: "When to call", column: true },\n';
  expect(filesThatFail(files, toEach(add))).toEqual(files);
}, 300_000);

test("E6 an answer that is judged and no column has does not compile where it is saved", () => {
  const changes = [
    {
      file: PEOPLE,
      after: ABOUT_YOU,
      add: 'preferred_contact_time: { called: "When to call" },\n',
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

test("E6 yes or no needs nothing but its column", () => {
  const add = 'wants_news: { called: "News", asked: "Shall we write?", kind: "answer" },\n';
  const tables = ["Users", "Transactions", "PurchaseIntents"].map((table) => ({
    file: "db/types.d.ts",
    after: `export interface ${table} {\n`,
    add: "  wants_news: Answer;\n",
  }));
  const files = [...JUDGES, ...PAGES, ...COLUMNS, ...DRAFTS, ANSWERS_SAVED];
  expect(filesThatFail(files, toEach(add))).toEqual([...COLUMNS, ...DRAFTS]);
  expect(filesThatFail(files, [...toEach(add), ...tables])).toEqual([]);
}, 300_000);

const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile.bind(ts.sys)) as {
  config: { compilerOptions: unknown };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, resolve("."));
const host = ts.createCompilerHost(options);
/** Files as they are, parsed once for every program: most of what a program reads is the same in each. */
const parsed = new Map<string, ts.SourceFile | undefined>();
let latest: ts.Program | undefined;

/** Those of the files that do not compile with something added to others. */
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
