import { readFileSync } from "node:fs";

/**
 * `npm run licences`: fails for a package whose licence is not listed. Read it before adding it.
 */

/** Licences that only require their notice. */
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
  // For typefaces, which may be embedded under their own names.
  "OFL-1.1",
  "PostgreSQL",
  "Public Domain",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Licences from LICENSE files, for packages whose package.json has none. */
const READ = { "png-js@2.0.0": "MIT" };

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const byLicence = new Map();
for (const [path, { dev, link, license, version }] of Object.entries(packages)) {
  // Skips our own packages: the root and packages/.
  if (!path.includes("node_modules/") || dev || link) continue;
  const name = `${path.split("node_modules/").at(-1)}@${version}`;
  const licence = license ?? READ[name] ?? "unknown";
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
}

/** Accepts one part of "(MIT OR GPL-3.0)", and requires both of "MIT AND ISC". */
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
