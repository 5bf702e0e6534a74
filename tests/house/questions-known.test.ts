import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** A question that is added to a form of a person has to be known to its page, to what is stashed and to what is saved. */

const FORMS = resolve("app/domain/people/person.server.ts");

const KNOWERS = [
  "app/routes/onboarding/about-you-page.tsx",
  "app/routes/onboarding/people-list.server.ts",
  "app/routes/onboarding/about-you.server.ts",
];

const AS_IT_IS =
  "z.object({ ...personNames, ...phoneFields, correspondence_address: personAddress })";
const WITH_ANOTHER = AS_IT_IS.replace(" })", ", preferred_contact_time: z.string() })");

/** The files that do not compile with this text of the forms. */
function filesThatFail(change: (text: string) => string): string[] {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile.bind(ts.sys)) as {
    config: { compilerOptions: unknown };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, resolve("."));
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (file) => {
    const text = read(file);
    return text !== undefined && resolve(file) === FORMS ? change(text) : text;
  };
  const program = ts.createProgram(["app/remix.d.ts", "db/types.d.ts", ...KNOWERS], options, host);
  return KNOWERS.filter((file) => {
    const source = program.getSourceFile(file) ?? program.getSourceFile(resolve(file));
    if (!source) throw new Error(`There is no ${file}`);
    return program.getSemanticDiagnostics(source).length > 0;
  });
}

test("E6 a name that is added to about-you does not compile until page, stash and saving know it", () => {
  expect(ts.sys.readFile(FORMS)).toContain(AS_IT_IS);
  // That it compiles as it is, the step of types says.
  expect(filesThatFail((text) => text.replace(AS_IT_IS, WITH_ANOTHER))).toEqual(KNOWERS);
}, 300_000);
