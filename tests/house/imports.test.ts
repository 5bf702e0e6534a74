import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { ESLint, Linter } from "eslint";
import { preProcessFile } from "typescript";
import { describe, expect, test } from "vitest";

/** Imports run one way (docs/decisions/architecture.md): what the linter cannot see of it, which is every circle. */

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
  test("are all seen, and each names a file that is there", () => {
    const named = [...arrows.values()].flatMap((targets) => [...targets]);
    expect(named.length).toBeGreaterThan(1_000);
    const sources = named.filter((name) => !name.startsWith("build/"));
    expect(sources.filter((name) => !existsSync(name.replace("?url", "")))).toEqual([]);
  });

  test("a circle is found when there is one", () => {
    const drawn = new Map([
      ["a", new Set(["b"])],
      ["b", new Set(["c", "d"])],
      ["c", new Set(["a"])],
    ]);
    expect(circles(drawn)).toEqual(["a -> b -> c -> a"]);
  });

  test("of files make no circle", () => expect(circles(arrows)).toEqual([]));

  test("of the folders of app make no circle", () => {
    expect(circles(betweenFolders(arrows, appFolder))).toEqual([]);
  });

  test("of the folders of the domain make no circle", () => {
    expect(circles(betweenFolders(arrows, domainFolder))).toEqual([]);
  });

  test("across folders of app are written with #app/, where the linter's floors see them", () => {
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

/** What the linter says of a file of ours that imports this, by the rule of the floors alone. */
async function complaints(file: string, name: string) {
  const config: { rules: Linter.RulesRecord } = await new ESLint().calculateConfigForFile(file);
  const rule = { "no-restricted-imports": config.rules["no-restricted-imports"] };
  const said = new Linter().verify(`import "${name}";`, [{ files: ["**"], rules: rule }], file);
  return said.map(({ message }) => message);
}

describe("the linter", () => {
  test.each([
    ["app/domain/fields/answers.ts", "#app/routes/sell/payment.tsx"],
    ["app/domain/fields/answers.ts", "#app/jobs/job.ts"],
    ["app/domain/fields/answers.ts", "@remix-run/node"],
    ["app/clients/xml.ts", "#app/domain/errors.ts"],
    ["app/ui/card.tsx", "#db/connection.ts"],
    ["app/ui/card.tsx", "#app/domain/fields/dates.server.ts"],
    ["app/queue/jobs.ts", "#app/jobs/job.ts"],
    ["app/forms/form.server.ts", "#app/auth/guards.server.ts"],
    ["app/routes/sell/payment.tsx", "#mocks/state.ts"],
    ["app/routes/sell/payment.tsx", "stripe"],
    ["app/routes/sell/payment.tsx", "remix-auth"],
    ["app/env.server.ts", "stripe"],
    ["db/pool.ts", "#app/env.server.ts"],
  ])("refuses %s to import %s", async (file, name) => {
    expect(await complaints(file, name)).toHaveLength(1);
  });

  test.each([
    ["app/routes/sell/payment.tsx", "#app/domain/errors.ts"],
    ["app/jobs/job.ts", "#app/emails/index.server.ts"],
    ["app/domain/fields/answers.ts", "#app/clients/xml.ts"],
    ["app/clients/stripe.server.ts", "stripe"],
    ["app/routes/mocks/console.tsx", "#mocks/state.ts"],
  ])("lets %s import %s", async (file, name) => {
    expect(await complaints(file, name)).toEqual([]);
  });
});

/** The file of ours that an import names, or null for a package's. */
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

/** The same arrows between folders: those of the domain each, and every other folder of app. */
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

/** The places from which following the arrows leads back, each circle once; none is what we want. */
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
