import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { placesToLook } from "../../bin/start-message.mjs";
import { freePort } from "#tests/support/built-service.ts";

const noKeys = Object.fromEntries(
  [
    "APP_URL",
    "DOUBLES",
    "HOST",
    "SESSION_SECRET",
    "SUPPORT_EMAIL",
    "FROM_EMAIL",
    "TEAM_EMAIL",
    "INBOUND_EMAIL",
    "STRIPE_SECRET_KEY",
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "POSTMARK_SERVER_TOKEN",
    "POSTMARK_WEBHOOK_PASSWORD",
    "LOQATE_KEY",
    "RECAPTCHA_SITE_KEY",
    "RECAPTCHA_SECRET_KEY",
    "OFFICE_HEALTH_FEED_URL",
  ].map((name) => [name, ""]),
);

async function run(args: string[], settings: Partial<NodeJS.ProcessEnv>) {
  const PORT = String(await freePort());
  const env: NodeJS.ProcessEnv = { ...process.env, ...noKeys, PORT, ...settings };
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, output, errors) =>
      resolve({ code: child.exitCode, said: output + errors }),
    );
  });
}

describe("npm start with NODE_ENV=production (A-045)", () => {
  test("npm start stops with a line for each missing key and runs no doubles", async () => {
    const { code, said } = await run(["bin/start.mjs"], { NODE_ENV: "production" });
    expect(code).toBe(1);
    const missing = Object.keys(noKeys).filter((name) => !["DOUBLES", "HOST"].includes(name));
    const lines = said.split("\n").map((line) => line.replace(/^Settings:/, "").trim());
    expect(lines).toEqual(expect.arrayContaining(missing.map((name) => `${name} is not set`)));
    expect(said).not.toMatch(/ at .*:\d+:\d+/);
    expect(said).not.toMatch(/post-box/i);
  });

  test("npm start refuses --dev with NODE_ENV=production", async () => {
    const { code, said } = await run(["bin/start.mjs", "--dev"], { NODE_ENV: "production" });
    expect([code, said]).toEqual([1, "npm run dev is not for production: run npm start.\n"]);
  });
});

test("the migration command reports an invalid DATABASE_URL without printing its password", async () => {
  const { code, said } = await run(["--import", "tsx", "db/commands/migrate.ts"], {
    DATABASE_URL: "fanlight:secret-word@host/db",
  });
  expect(code).toBe(1);
  expect(said).toBe(
    "DATABASE_URL must be the address of a PostgreSQL database, such as postgres://user:password@host/fanlight\n",
  );
});

test("npm start listens on this machine only, because the doubles’ post-box is open to everyone", () => {
  const start = readFileSync("bin/start.mjs", "utf8");
  expect(/process\.env\.HOST \|\|= "(.*)";/.exec(start)?.[1]).toBe("127.0.0.1");
  expect(readFileSync(".env.example", "utf8")).toMatch(/^#HOST=127\.0\.0\.1$/m);
});

describe("the lines that npm start prints", () => {
  const settings = { APP_URL: "http://localhost:3000", DOUBLES: "true" };

  test("npm start names ada if it uses the embedded database, which has the demonstration data", () => {
    expect(placesToLook(settings).join("\n")).toContain("sign-in  as ada@fanlight.example");
  });

  test("npm start names the command for the first administrator, not ada, if DATABASE_URL is set (IN-15)", () => {
    const lines = placesToLook({ ...settings, DATABASE_URL: "postgres://host/own" }).join("\n");
    expect(lines).toContain("npm run staff:first -- ");
    expect(lines).not.toContain("ada@");
  });

  test("npm start names no double if none runs", () => {
    expect(placesToLook({ ...settings, DOUBLES: "" })).toEqual([
      "Fanlight      http://localhost:3000",
    ]);
  });
});
