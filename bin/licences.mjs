/**
 * `npm run licences`: fails if the licence of a package is not in the list below. Read a licence
 * before adding it to the list.
 */

import { readFileSync } from "node:fs";

/** Licences that require nothing but a copy of their notice. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "CC-BY-4.0",
  "ISC",
  // Licences of libvips (in sharp) and libheif-js. We use both unchanged, as separate files that
  // can be replaced, and we do not distribute the service.
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  // Licence of typefaces. It allows embedding them under their own names.
  "OFL-1.1",
  "PostgreSQL",
  "Public Domain",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Licences that we read in the LICENSE file of a package, because its package.json states none. */
const READ = { "png-js@2.0.0": "MIT" };

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const byLicence = new Map();
for (const [path, { dev, link, license, version }] of Object.entries(packages)) {
  // Skip our own packages (the root and packages/) and development dependencies.
  if (!path.includes("node_modules/") || dev || link) continue;
  const name = `${path.split("node_modules/").at(-1)}@${version}`;
  const licence = license ?? READ[name] ?? "unknown";
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
}

/**
 * Returns true if a licence is allowed. Of "(MIT OR GPL-3.0)", one must be allowed; of "MIT AND
 * ISC", both.
 */
const isAllowed = (licence) =>
  licence
    .replace(/^\(|\)$/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => ALLOWED.has(one.trim())));

for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${licence}: ${names.length}`);
  if (!isAllowed(licence)) {
    process.exitCode = 1;
    for (const name of names) console.error(`  ${name} is not under an allowed licence`);
  }
}
