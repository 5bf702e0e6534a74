import { resolve } from "node:path";

/** The packages are one folder up, and Next must not use the project’s lockfile. */
const root = resolve(import.meta.dirname, "..");

export default { outputFileTracingRoot: root, turbopack: { root } };
