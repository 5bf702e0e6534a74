import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const compose = readFileSync("compose.yaml", "utf8");

/** The lines of one service, with those that it takes over from x-app. */
function service(name: string) {
  return new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, "m").exec(compose)?.[1] ?? "";
}

test("compose doubles nothing, publishes nothing to the network, and starts again what ends", () => {
  expect(compose).not.toMatch(/^\s*DOUBLES:/m);
  const ports = compose.match(/^ +- "?[\d.:]+"?$/gm) ?? [];
  expect(ports.map((line) => line.trim())).toEqual(['- "127.0.0.1:3000:3000"']);
  expect(compose).toMatch(/^x-app: &app\n[^]*?^ {2}restart: unless-stopped\n[^]*?\nservices:/m);
  expect(service("database")).toContain("restart: unless-stopped");
  expect(service("prepare")).toContain('restart: "no"');
  for (const name of ["app", "worker"])
    expect(service(name)).toMatch(/^ {4}<<: \*app\n(?!.*restart)/);
});

test("compose gives the service a role of its own, which is no superuser", () => {
  expect(compose).toContain("DATABASE_URL: postgres://fanlight:fanlight@database/fanlight");
  expect(compose).not.toMatch(/POSTGRES_USER/);
  expect(service("database")).toContain("./db/create-role.sql:/docker-entrypoint-initdb.d/");
  expect(readFileSync("db/create-role.sql", "utf8")).not.toMatch(
    /superuser(?!\.)|createrole|bypass/i,
  );
});
