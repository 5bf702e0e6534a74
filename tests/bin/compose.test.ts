import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const compose = readFileSync("compose.yaml", "utf8");
const dockerfile = readFileSync("Dockerfile", "utf8");

/** The lines of one service, with those that it takes over from x-app. */
function service(name: string) {
  return new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, "m").exec(compose)?.[1] ?? "";
}

const app = /^x-app: &app\n([^]*?)\nservices:/m.exec(compose)?.[1] ?? "";

type Stage = { name: string; from: string; lines: string[] };

/** The stages of the Dockerfile, with what each is from. */
function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.replaceAll("\\\n", " ").split("\n")) {
    const begun = /^FROM (\S+) AS (\S+)$/.exec(line);
    if (begun?.[1] && begun[2]) stages.push({ from: begun[1], name: begun[2], lines: [] });
    else if (line && !line.startsWith("#")) stages.at(-1)?.lines.push(line);
  }
  return stages;
}

/** The lines of a stage and of those that it is from, the first at the start. */
function linesOf(name: string): string[] {
  const stage = readStages().find((each) => each.name === name);
  return stage ? [...linesOf(stage.from), ...stage.lines] : [];
}

test("compose doubles nothing, publishes nothing to the network, and starts again what ends", () => {
  expect(compose).not.toMatch(/^\s*DOUBLES:/m);
  const ports = compose.match(/^ +- "?[\d.:]+"?$/gm) ?? [];
  expect(ports.map((line) => line.trim())).toEqual(['- "127.0.0.1:3000:3000"']);
  expect(app).toContain("restart: unless-stopped");
  expect(service("database")).toContain("restart: unless-stopped");
  expect(service("prepare")).toContain('restart: "no"');
  for (const name of ["app", "worker"])
    expect(service(name)).toMatch(/^ {4}<<: \*app\n(?!.*restart)/);
});

test("compose gives the service a role of its own, which is no superuser", () => {
  expect(compose).not.toMatch(/POSTGRES_USER/);
  expect(service("database")).toContain("./db/create-role.sql:/docker-entrypoint-initdb.d/");
  expect(readFileSync("db/create-role.sql", "utf8")).not.toMatch(
    /superuser(?!\.)|createrole|bypass/i,
  );
});

test("D13 no password of the database stands in a file, or is one when none is given", () => {
  expect(app).toMatch(/DATABASE_URL: postgres:\/\/fanlight:\$\{DATABASE_PASSWORD:\?[^}]+\}@/);
  for (const name of ["POSTGRES_PASSWORD", "DATABASE_PASSWORD"])
    expect(service("database")).toMatch(new RegExp(`${name}: \\$\\{${name}:\\?`));
  expect(readFileSync("db/create-role.sql", "utf8")).toContain("password :'password'");
});

test("D13 what runs may write to its data alone, has no rights of root and a limit of memory", () => {
  for (const lines of [app, service("database")]) {
    expect(lines).toMatch(/^ +read_only: true$/m);
    expect(lines).toContain("cap_drop: [ALL]");
    expect(lines).toContain('security_opt: ["no-new-privileges:true"]');
    expect(lines).toMatch(/^ +mem_limit: \S+$/m);
  }
  expect(app).not.toContain("cap_add");
  for (const lines of [app, service("database")]) {
    expect(lines).toMatch(/^ +cpus: \S+$/m);
    expect(lines).toMatch(/^ +pids_limit: \d+$/m);
  }
  // A folder of documents that is not on the volume would be neither writable nor kept.
  expect(app).toMatch(/^ +- data:\/data$/m);
  expect(app).toContain("DATA_DIR: /data");
  expect(linesOf("production")).toContain("USER node");
});

test("D13 the image for production has no doubles and nothing of development; the demonstration has them", () => {
  expect(readStages().at(-1)?.name).toBe("production");
  const production = linesOf("production");
  expect(production.join("\n")).not.toMatch(/mocks|COPY \. |--from=development|doubles/);
  expect(production).toContain("COPY --from=dependencies /app/node_modules node_modules");
  expect(linesOf("dependencies").join("\n")).toContain("npm ci --omit=dev");
  expect(linesOf("build").join("\n")).toContain("WITHOUT_DOUBLES=true npm run build");
  expect(linesOf("demonstration")).toContain("COPY mocks mocks");
  expect(app).toContain("target: ${IMAGE_TARGET:-production}");
});

test("D13 the packages for production have no msw, and npm itself lists what is inside", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  expect(lock.packages["node_modules/msw"]).toMatchObject({ dev: true });
  expect(lock.packages["node_modules/crypto-js"]).toMatchObject({ link: true });
  // Without --omit dev, by which npm 10 leaves out pg too: what is for development is marked instead.
  expect(readFileSync("package.json", "utf8")).toContain(
    '"sbom": "npm sbom --sbom-format cyclonedx"',
  );
});

test("23 whoever goes on running has its health asked, and metrics are for the other containers alone", () => {
  expect(service("database")).toContain("pg_isready");
  expect(linesOf("production").join("\n")).toMatch(/^HEALTHCHECK .*\/readyz/m);
  expect(service("worker")).toContain("http://127.0.0.1:9464/metrics");
  expect(service("app")).not.toContain("healthcheck");
  expect(compose.match(/^ +ports:/gm)).toHaveLength(1);
});

test("23 a drill has a database of its own, since the service's role may make none", () => {
  expect(readFileSync("db/create-role.sql", "utf8")).toContain(
    "create database fanlight_drill owner fanlight;",
  );
  expect(app).toMatch(/DRILL_DATABASE_URL: \S+\/fanlight_drill$/m);
});

test("23 every package of production stands under a licence that was read", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/licences.mjs"]);
  expect(stdout).toMatch(/^MIT: \d{3}$/m);
});
