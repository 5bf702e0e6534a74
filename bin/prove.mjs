/**
 * `npm run prove [-- NAME …] [--write]`: measures the figures in tests/assurance/figures.json and
 * compares them with their targets. With --write, updates docs/proof.md. The exit code is the
 * number of figures that miss their target.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { onceInterrupted } from "./interrupt.mjs";
import { build, install, requireNode, root, run, stop, tool } from "./setup.mjs";
import { stopTestServers } from "./test-steps.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
requireNode();
process.chdir(root);
const figures = JSON.parse(readFileSync("tests/assurance/figures.json", "utf8"));
const unknown = positionals.filter((name) => !(name in figures));
if (unknown.length > 0)
  stop(`There is no figure named ${unknown}. Choose from ${Object.keys(figures)}.`);
await install();
onceInterrupted(stopTestServers);
const built = await build();
if (built.code !== 0) stop(`${built.output}\nThe build failed.`);

const folder = join(".data", "prove");
mkdirSync(folder, { recursive: true });
const machine = `${cpus().length} cores ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
console.log(`${machine}; load ${loadavg()[0]?.toFixed(1)}; ${today()}`);

const names = positionals.length > 0 ? positionals : Object.keys(figures);
// Figures that take an hour leave a core free, so run them at the same time as the others.
const lasting = names.filter((name) => figures[name].lasting);
const others = names.filter((name) => !figures[name].lasting);
const rows = (
  await Promise.all([oneByOne(others), ...lasting.map((name) => oneByOne([name]))])
).flat();
const short = rows.filter(({ holds }) => !holds);
if (values.write) await writeTable(rows);
console.log(`\n${short.length} of ${rows.length} fall short${short.map(({ name }) => ` ${name}`)}`);
process.exitCode = short.length;

async function oneByOne(names) {
  const rows = [];
  for (const name of names) {
    const row = await prove(name, figures[name]);
    rows.push(row);
    console.log(
      `\n${row.holds ? "holds" : "FALLS SHORT"}: ${name} (${row.seconds} s)\n  target  ${figures[name].target}\n  seen    ${row.seen}`,
    );
  }
  return rows;
}

async function prove(name, { files, only }) {
  const seenFile = resolve(folder, `${name}.txt`);
  const reportFile = resolve(folder, `${name}.json`);
  for (const file of [seenFile, reportFile]) rmSync(file, { force: true });
  const began = Date.now();
  const { output } = await run(
    process.execPath,
    [
      tool("vitest"),
      "run",
      "--config=tests/assurance/vitest.config.ts",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
      ...(only ? [`--testNamePattern=${only}`] : []),
      ...files,
    ],
    { env: { PROVE_FILE: seenFile }, quiet: true },
  );
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, "utf8")) : null;
  const passed = report?.numPassedTests ?? 0;
  const holds = report?.success === true && passed > 0;
  if (!holds) console.log(whatFailed(report) || output);
  const tests = `${passed} of ${passed + (report?.numFailedTests ?? 0)} tests hold`;
  const lines = existsSync(seenFile) ? readFileSync(seenFile, "utf8").trim().split("\n") : [];
  const results = [...new Set(lines)].map((line) => timesOf(line, lines));
  const seconds = Math.round((Date.now() - began) / 1000);
  return { name, holds, seconds, seen: [...results, tests].join("; ") };
}

function timesOf(line, lines) {
  const times = lines.filter((each) => each === line).length;
  return times === 1 ? line : `${times} times ${line}`;
}

function whatFailed(report) {
  const suites = report?.testResults ?? [];
  return suites
    .flatMap(({ message, assertionResults }) => [
      message,
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join("\n")}`),
    ])
    .filter(Boolean)
    .join("\n");
}

async function writeTable(rows) {
  const file = "docs/proof.md";
  const lines = readFileSync(file, "utf8").split("\n");
  const isOf = (name) => (line) => line.startsWith(`| ${name} `);
  for (const { name, holds, seen, seconds } of rows) {
    const cells = [
      name,
      figures[name].target,
      `${holds ? "" : "**Falls short.** "}${seen}`,
      `${today()}, ${seconds} s`,
      machine,
    ];
    const line = `| ${cells.join(" | ")} |`;
    const at = lines.findIndex(isOf(name));
    if (at === -1) lines.splice(lines.findLastIndex((each) => each.startsWith("|")) + 1, 0, line);
    else lines[at] = line;
  }
  writeFileSync(file, lines.join("\n"));
  await run(process.execPath, [tool("oxfmt"), file], { quiet: true });
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
