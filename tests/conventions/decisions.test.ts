import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "docs/decisions";
const INDEX = readFileSync(`${FOLDER}/README.md`, "utf8");
const pages = readdirSync(FOLDER).filter((name) => name !== "README.md");

test.each(pages)(
  "the decision %s has its status and date below its title, and is in the index",
  (name) => {
    const [title, , status] = readFileSync(`${FOLDER}/${name}`, "utf8").split("\n");
    expect(title).toMatch(/^# \S/);
    expect(status).toMatch(
      /^Status: (accepted, \d{4}-\d{2}-\d{2}(; last changed \d{4}-\d{2}-\d{2})?\.|rejected, )/,
    );
    expect(INDEX).toContain(`(${name})`);
  },
);
