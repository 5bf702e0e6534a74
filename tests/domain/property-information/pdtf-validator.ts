import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { readFile } from "node:fs/promises";

/** Path of the schema of a PDTF transaction, which is under the MIT licence next to it. */
export const SCHEMA_PATH = new URL("pdtf/pdtf-transaction.json", import.meta.url);

/**
 * Compiles the schema of a PDTF transaction. Returns a function that lists what is wrong with an
 * export, and nothing if it is valid.
 */
export async function compileSchema(
  path: URL | string = SCHEMA_PATH,
): Promise<(value: unknown) => string[]> {
  const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(await readFile(path, "utf8")));
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
