/**
 * `npm run pdtf -- <path of pdtf-transaction.json>`: validates the export of 500 generated homes
 * against a schema of the Property Data Trust Framework. Fails if one is invalid, or if a value of
 * a question does not occur.
 */

import { toPdtf } from "#app/domain/property-information/pdtf.ts";
import {
  generateAnswers,
  missingValues,
} from "#tests/domain/property-information/generated-answers.ts";
import { anyMatter } from "#tests/domain/property-information/homes.ts";
import { compileSchema } from "#tests/domain/property-information/pdtf-validator.ts";

const problemsOf = await compileSchema(process.argv[2]);
const matters = generateAnswers(500, 1);
const problems = [
  ...missingValues(matters).map((value) => `does not occur: ${value}`),
  ...matters.flatMap((given, position) =>
    problemsOf(toPdtf(anyMatter(), given, "staff")).map(
      (problem) => `home ${position}: ${problem}`,
    ),
  ),
];
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `All ${matters.length} exports are valid, and every value of every question occurs.`
    : `${problems.length} problems.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
