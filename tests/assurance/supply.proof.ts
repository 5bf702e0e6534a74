import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readMember } from "#app/platform/read-member.ts";
import { recordFigure } from "#tests/support/proof.ts";

/**
 * Checks that packages match their digests and run no install script, and that a new build is the
 * same.
 */

const run = promisify(execFile);
const LARGE = 64 * 1024 * 1024;
const CI = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];

const Package = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const Lockfile = z.object({ packages: z.record(z.string(), Package) });
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
});
const Bom = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({ name: z.string(), group: z.string().optional(), version: z.string() }),
  ),
});

let folder: string;
let lock: z.output<typeof Lockfile>;
let manifest: z.output<typeof Manifest>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-prove-supply-"));
  lock = Lockfile.parse(JSON.parse(await readFile("package-lock.json", "utf8")));
  manifest = Manifest.parse(JSON.parse(await readFile("package.json", "utf8")));
});
afterAll(() => rm(folder, { recursive: true }));

test("each dependency has an exact version, and each package has a digest and may not run an install script", () => {
  const theirs = Object.entries(lock.packages).filter(([path]) => path.includes("node_modules/"));
  const packages = theirs.filter(([, { link }]) => !link);
  const undigested = packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const loose = named.filter(
    ([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:packages\/[\w-]+)$/.test(version),
  );
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  const unjudged = scripted.filter((name) => manifest.allowScripts[name] === undefined);
  const allowed = Object.values(manifest.allowScripts).filter(Boolean);
  recordFigure(
    `${packages.length} packages: ${undigested.length} without a digest, ${loose.length} of ${named.length} without one version; ` +
      `${new Set(scripted).size} with an install script, of which ${allowed.length} may run`,
  );
  expect([undigested, loose, unjudged, allowed]).toEqual([[], [], [], []]);
});

test("a package that differs from its digest is rejected", async () => {
  const place = await copySources("changed");
  const file = join(place, "package-lock.json");
  const [, digest = ""] =
    /"node_modules\/uqr": \{[^}]*"integrity": "([^"]+)"/.exec(await readFile(file, "utf8")) ?? [];
  const other = `sha512-${createHash("sha512").update("another package").digest("base64")}`;
  await writeFile(file, (await readFile(file, "utf8")).replaceAll(digest, other));
  const refusal = await npm(place, CI).catch((error: unknown) =>
    String(readMember(error, "stderr")),
  );
  recordFigure(`a changed package: ${/EINTEGRITY/.test(refusal) ? "refused" : "installed"}`);
  expect(digest).not.toBe("");
  expect(refusal).toMatch(/EINTEGRITY/);
});

test("`npm ci --ignore-scripts` in another folder produces the same build and a complete bill of materials", async () => {
  const place = await copySources("installed");
  await npm(place, CI);
  await npm(place, ["run", "postinstall"]);
  await npm(place, ["run", "build"], { NODE_ENV: "production" });
  const [ours, theirs] = [await digestsOf("build"), await digestsOf(join(place, "build"))];
  const differ = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  );

  await npm(place, ["ls", "--all"]);
  await npm(place, ["run", "licences"]);
  const bom = Bom.parse(JSON.parse(await npm(place, ["run", "--silent", "sbom"])));
  const listed = new Set(
    bom.components.map(
      ({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`,
    ),
  );
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => !link && existsSync(join(place, path)),
  );
  const unlisted = installed
    .filter(([path]) => path.includes("node_modules/"))
    .map(([path, { name = nameOf(path), version }]) => `${name}@${version}`)
    .filter((name) => !listed.has(name));
  recordFigure(
    `installed without scripts: ${differ.length} of ${ours.size} built files differ; licences allowed; ` +
      `${listed.size} packages in the bill of materials, ${unlisted.length} missing`,
  );
  expect(ours.size).toBeGreaterThan(100);
  expect(differ).toEqual([]);
  expect(unlisted).toEqual([]);
});

const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? "";

async function copySources(name: string): Promise<string> {
  const place = join(folder, name);
  const { stdout } = await run(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { maxBuffer: LARGE },
  );
  for (const file of stdout.split("\0").filter((each) => each && existsSync(each))) {
    await mkdir(dirname(join(place, file)), { recursive: true });
    await cp(file, join(place, file));
  }
  return place;
}

/** Returns the output of npm. @throws the error from execFile if npm fails */
async function npm(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run("npm", args, {
    cwd,
    maxBuffer: LARGE,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/**
 * Returns the digest of each built file by path. Leaves out the hash of the sources
 * (bin/setup.mjs).
 */
async function digestsOf(built: string): Promise<Map<string, string>> {
  const entries = await readdir(built, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== ".sources");
  const digests = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const bytes = await readFile(join(parentPath, name));
    return [
      relative(built, join(parentPath, name)),
      createHash("sha256").update(bytes).digest("hex"),
    ];
  });
  return new Map(await Promise.all(digests));
}
