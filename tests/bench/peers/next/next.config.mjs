import { resolve } from "node:path";

/** Its packages stand one folder up, and the lockfile of the project must not be taken for its own. */
const root = resolve(import.meta.dirname, "..");

export default { outputFileTracingRoot: root, turbopack: { root } };
