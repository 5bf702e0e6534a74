import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path/posix";
import { preProcessFile } from "typescript";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { tool } from "../../bin/setup.mjs";
import config from "../../oxlint.config.js";

/**
 * Checks that imports have no cycles. The linter cannot check this
 * (docs/decisions/imports-run-one-way.md).
 */

type Arrows = Map<string, Set<string>>;

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "db", "mocks"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((name) => /\.tsx?$/.test(name) && existsSync(name));

const arrows = drawArrows();

const appFolder = (file: string) => /^app\/([^/]+)\//.exec(file)?.[1] ?? null;
const domainFolder = (file: string) => /^app\/domain\/([^/]+)\//.exec(file)?.[1] ?? null;

describe("imports", () => {
  test("the search finds more than 1,000 imports, and each of them names an existing file", () => {
    const named = [...arrows.values()].flatMap((targets) => [...targets]);
    expect(named.length).toBeGreaterThan(1_000);
    const sources = named.filter((name) => !name.startsWith("build/"));
    expect(sources.filter((name) => !existsSync(name.replace("?url", "")))).toEqual([]);
  });

  test("the search for import cycles finds the cycle in a graph that has one", () => {
    const drawn = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c", "d"])],
      ["c", new Set(["a"])],
    ]);
    expect(circles(drawn)).toEqual(["a -> b -> c -> a"]);
  });

  test("files have no import cycle", () => expect(circles(arrows)).toEqual([]));

  test("folders of app have no import cycle", () => {
    expect(circles(betweenFolders(arrows, appFolder))).toEqual([]);
  });

  test("folders of the domain have no import cycle", () => {
    expect(circles(betweenFolders(arrows, domainFolder))).toEqual([]);
  });

  test("imports between folders of app use #app/, so that the linter’s layer rules see them", () => {
    const across = files.flatMap((from) =>
      preProcessFile(readFileSync(from, "utf8"))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => name.startsWith(".."))
        .filter((name) => appFolder(from) !== appFolder(join(dirname(from), name)))
        .map((name) => `${from}: ${name}`),
    );
    expect(across).toEqual([]);
  });
});

const REFUSED = [
  ["app/domain/shared/answers.ts", "#app/routes/sell/payment.tsx"],
  ["app/domain/shared/dates.ts", "#app/jobs/job.ts"],
  ["app/domain/errors.ts", "@remix-run/node"],
  ["app/clients/xml.ts", "#app/domain/errors.ts"],
  ["app/ui/card.tsx", "#db/connection.ts"],
  ["app/ui/page.tsx", "#app/domain/shared/dates.server.ts"],
  ["app/queue/job.ts", "#app/jobs/job.ts"],
  ["app/forms/form.server.ts", "#app/auth/guards.server.ts"],
  ["app/routes/sell/payment.tsx", "#mocks/state.ts"],
  ["app/routes/sell/property.tsx", "stripe"],
  ["app/routes/sell/terms.tsx", "remix-auth"],
  ["app/platform/env.server.ts", "stripe"],
  ["app/platform/ids.ts", "#app/clients/xml.ts"],
  ["db/pool.ts", "#app/platform/env.server.ts"],
] as const;

const LET = [
  ["app/routes/sell/review.tsx", "#app/domain/errors.ts"],
  ["app/jobs/job.ts", "#app/emails/index.server.ts"],
  ["app/domain/shared/address.ts", "#app/clients/xml.ts"],
  ["app/clients/stripe/client.server.ts", "stripe"],
  ["app/routes/mocks/console.tsx", "#mocks/state.ts"],
] as const;

test("the linter rejects imports from higher layers and accepts imports from lower ones", () => {
  expect(refusedBy(config, [...REFUSED, ...LET])).toEqual(REFUSED.map(([file]) => file).sort());
});

/**
 * Writes each file with its one import, and returns the files that the linter’s layer rules reject.
 */
function refusedBy(
  { overrides = [] }: typeof config,
  imports: readonly (readonly [string, string])[],
) {
  const folder = mkdtempSync(join(tmpdir(), "floors-"));
  try {
    const floors = overrides.flatMap(({ files, rules }) => {
      const rule = rules?.["no-restricted-imports"];
      return rule ? [{ files, rules: { "no-restricted-imports": rule } }] : [];
    });
    writeFileSync(
      join(folder, ".oxlintrc.json"),
      JSON.stringify({ plugins: [], overrides: floors }),
    );
    for (const [file, name] of imports) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), `import "${name}";`);
    }
    const oxlint = [resolve(tool("oxlint")), "--format", "json"];
    const { stdout } = spawnSync(process.execPath, oxlint, { cwd: folder, encoding: "utf8" });
    return Said.parse(JSON.parse(stdout))
      .diagnostics.map(({ filename }) => filename)
      .sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const Said = z.object({ diagnostics: z.array(z.object({ filename: z.string() })) });

/** Returns the file of this repository that an import names, or null for a package. */
function target(from: string, name: string) {
  if (name.startsWith("#")) return name.slice(1);
  return name.startsWith(".") ? join(dirname(from), name) : null;
}

function drawArrows(): Arrows {
  const source = (name: string) => readFileSync(name, "utf8");
  return new Map(
    files.map((from) => {
      const names = preProcessFile(source(from)).importedFiles.map(({ fileName }) => fileName);
      return [from, new Set(names.flatMap((name) => target(from, name) ?? []))];
    }),
  );
}

function betweenFolders(arrows: Arrows, folder: (file: string) => string | null): Arrows {
  const drawn: Arrows = new Map();
  for (const [file, targets] of arrows) {
    const from = folder(file);
    for (const to of [...targets].map(folder)) {
      if (from === null || to === null || from === to) continue;
      drawn.set(from, (drawn.get(from) ?? new Set()).add(to));
    }
  }
  return drawn;
}

function circles(arrows: Arrows): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  function follow(place: string, path: string[]) {
    const start = path.indexOf(place);
    if (start >= 0) found.push([...path.slice(start), place].join(" -> "));
    if (start >= 0 || done.has(place)) return;
    for (const next of arrows.get(place) ?? []) follow(next, [...path, place]);
    done.add(place);
  }
  for (const place of arrows.keys()) follow(place, []);
  return found;
}
