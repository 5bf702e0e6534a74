import { execFile } from "node:child_process";
import { expect, test } from "vitest";

function run(lines: string): Promise<{ code: number | null; output: string }> {
  const script = `
    import { reportUncaught } from "#app/observability/uncaught.server.ts";
    reportUncaught();
    ${lines}`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "development" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, output) =>
      resolve({ code: child.exitCode, output }),
    );
  });
}

test("an unhandled rejection is logged and the process keeps running (X-028)", async () => {
  const { code, output } = await run(`
    void Promise.reject(new Error("lost for ada@example.com"));
    setTimeout(() => console.log("still here"), 50);`);
  expect(code).toBe(0);
  expect(output).toMatch(/"level":"error".*"what":"unhandled rejection".*lost for \[email\]/);
  expect(output).toContain("still here");
});

test("an uncaught exception is logged and ends the process (X-028)", async () => {
  const { code, output } = await run(`
    setTimeout(() => { throw new Error("half done"); }, 10);
    setTimeout(() => console.log("still here"), 60_000);`);
  expect(code).toBe(1);
  expect(output).toMatch(/"level":"error".*"what":"uncaught exception".*half done/);
  expect(output).not.toContain("still here");
});
