import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const compose = readFileSync("compose.yaml", "utf8");
const dockerfile = readFileSync("Dockerfile", "utf8");

/** Returns the lines of one service, without those that it takes over from x-app. */
function service(name: string) {
  return new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, "m").exec(compose)?.[1] ?? "";
}

const app = /^x-app: &app\n([^]*?)\nservices:/m.exec(compose)?.[1] ?? "";

type Stage = { name: string; from: string; lines: string[] };

function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.replaceAll("\\\n", " ").split("\n")) {
    const begun = /^FROM (\S+) AS (\S+)$/.exec(line);
    if (begun?.[1] && begun[2]) stages.push({ from: begun[1], name: begun[2], lines: [] });
    else if (line && !line.startsWith("#")) stages.at(-1)?.lines.push(line);
  }
  return stages;
}

/** Returns the lines of a stage after those of its base stages. */
function linesOf(name: string): string[] {
  const stage = readStages().find((each) => each.name === name);
  return stage ? [...linesOf(stage.from), ...stage.lines] : [];
}

test("compose runs no doubles, publishes no port beyond the host and restarts failed services", () => {
  expect(compose).not.toMatch(/^\s*DOUBLES:/m);
  const ports = compose.match(/^ +- "?[\d.:]+"?$/gm) ?? [];
  expect(ports.map((line) => line.trim())).toEqual(['- "127.0.0.1:3000:3000"']);
  expect(app).toContain("restart: unless-stopped");
  expect(service("database")).toContain("restart: unless-stopped");
  expect(service("prepare")).toContain('restart: "no"');
  for (const name of ["app", "worker"])
    expect(service(name)).toMatch(/^ {4}<<: \*app\n(?!.*restart)/);
});

test("compose gives the service a separate database role that is not a superuser", () => {
  expect(compose).not.toMatch(/POSTGRES_USER/);
  expect(service("database")).toContain("./db/create-role.sql:/docker-entrypoint-initdb.d/");
  expect(readFileSync("db/create-role.sql", "utf8")).not.toMatch(
    /superuser(?!\.)|createrole|bypass/i,
  );
});

test("compose has no database password in a file and no default password", () => {
  expect(app).toMatch(/DATABASE_URL: postgres:\/\/fanlight:\$\{DATABASE_PASSWORD:\?[^}]+\}@/);
  for (const name of ["POSTGRES_PASSWORD", "DATABASE_PASSWORD"])
    expect(service("database")).toMatch(new RegExp(`${name}: \\$\\{${name}:\\?`));
  expect(readFileSync("db/create-role.sql", "utf8")).toContain("password :'password'");
});

test("containers write only to their data volume, without root rights and with limits on memory, CPU and processes", () => {
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
  // A documents folder outside the volume would be neither writable nor persistent.
  expect(app).toMatch(/^ +- data:\/data$/m);
  expect(app).toContain("DATA_DIR: /data");
  expect(linesOf("production")).toContain("USER node");
});

test("the production image has no doubles and no development packages, and the demonstration image has the doubles", () => {
  expect(readStages().at(-1)?.name).toBe("production");
  const production = linesOf("production");
  expect(production.join("\n")).not.toMatch(/mocks|COPY \. |--from=development|doubles/);
  expect(production).toContain("COPY --from=dependencies /app/node_modules node_modules");
  expect(linesOf("dependencies").join("\n")).toContain("npm ci --omit=dev");
  expect(linesOf("build").join("\n")).toContain("WITHOUT_DOUBLES=true npm run build");
  expect(linesOf("demonstration")).toContain("COPY mocks mocks");
  expect(app).toContain("target: ${IMAGE_TARGET:-production}");
});

test("the production packages exclude msw, and npm can list the contents of the image", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  expect(lock.packages["node_modules/msw"]).toMatchObject({ dev: true });
  expect(lock.packages["node_modules/crypto-js"]).toMatchObject({ link: true });
  // No “--omit dev”, because npm 10 would also omit pg. Development packages are marked instead.
  expect(readFileSync("package.json", "utf8")).toContain(
    '"sbom": "npm sbom --sbom-format cyclonedx"',
  );
});

test("long-running containers have a health check, and only other containers can reach the metrics", () => {
  expect(service("database")).toContain("pg_isready");
  expect(linesOf("production").join("\n")).toMatch(/^HEALTHCHECK .*\/readyz/m);
  expect(service("worker")).toContain("http://127.0.0.1:9464/metrics");
  expect(service("app")).not.toContain("healthcheck");
  expect(compose.match(/^ +ports:/gm)).toHaveLength(1);
});

test("a drill uses a separate database, because the service’s role may not create one", () => {
  expect(readFileSync("db/create-role.sql", "utf8")).toContain(
    "create database fanlight_drill owner fanlight;",
  );
  expect(app).toMatch(/DRILL_DATABASE_URL: \S+\/fanlight_drill$/m);
});

test("every production package has an approved licence", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/licences.mjs"]);
  expect(stdout).toMatch(/^MIT: \d{3}$/m);
});
