import { readFileSync } from "node:fs";

/**
 * `npm run licences`: under which licence each package of production stands, by the lockfile; it fails for one that is not on
 * the list below, which is for a person to read before it is put there.
 */

/** They ask for their notice to be kept, and for nothing of what is built with them. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Of typefaces: they may be part of a document or a program, under their own names.
  "OFL-1.1",
  "PostgreSQL",
  "Public Domain",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Packages whose package.json names none, by what their LICENSE file says. */
const READ = { "png-js@2.0.0": "MIT" };

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const byLicence = new Map();
for (const [path, { dev, link, license, version }] of Object.entries(packages)) {
  // Ours is the root, and what stands in packages/.
  if (!path.includes("node_modules/") || dev || link) continue;
  const name = `${path.split("node_modules/").at(-1)}@${version}`;
  const licence = license ?? READ[name] ?? "unknown";
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
}

/** "(MIT OR GPL-3.0)": one of the two may be chosen; of "MIT AND ISC" both hold. */
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
