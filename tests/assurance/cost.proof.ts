import { expect, test } from "vitest";
import { recordFigure } from "#tests/support/proof.ts";
import { EMAIL_PARSERS } from "./untrusted-input/emails.ts";
import { FIELD_PARSERS } from "./untrusted-input/fields.ts";
import { FILE_PARSERS } from "./untrusted-input/files.ts";
import { REQUEST_PARSERS } from "./untrusted-input/requests.ts";
import { VENDOR_PARSERS } from "./untrusted-input/vendors.ts";

/** All functions that parse untrusted text, whether before or after the request is checked. */
const PARSERS = [
  ...REQUEST_PARSERS,
  ...FIELD_PARSERS,
  ...EMAIL_PARSERS,
  ...VENDOR_PARSERS,
  ...FILE_PARSERS,
];

const SIZES = [1_000, 10_000, 100_000];
const MOST_MS = 50;
/** Maximum growth of the cost for ten times the text, including noise. Short times are ignored. */
const MOST_TIMES = 25;
const SHORT_MS = 10;
/** Number of readings. The lowest counts, because the machine may pause. */
const READINGS = 12;

/** Repeated parts: separators, brackets and words that patterns look for. */
const PARTS = [
  ...["a", "A", "0", "é", "e\u0301", "😀", "\u200b", "\uff1c", "0123456789abcdef"],
  ...[" ", "\t", "\n", "\r\n", "\r\n\r\n", " \n", "\u00a0", "\0"],
  ...[
    "-",
    "_",
    ".",
    "..",
    ",",
    ";",
    ":",
    "/",
    "\\",
    "'",
    '"',
    "@",
    "%",
    "%20",
    "%40",
    "&",
    "=",
    "£",
    "#",
  ],
  ...[
    "0-",
    "0 ",
    "0-0 ",
    "a-",
    "a.",
    "a@",
    "@a.",
    "a@a.",
    "a,",
    ", ",
    ". ",
    " a",
    "a b c ",
    "; a=",
    "1,000",
    ",000",
  ],
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "{}",
    "[0]",
    "a[0].",
    "<",
    ">",
    "<a",
    "<a>",
    "<a ",
    "</a>",
    "<a href=",
    "<!--",
    "&amp;",
    "&#",
  ],
  ...[
    '{"a":',
    '"a",',
    "?a=",
    "a=1&",
    "://",
    "https://a.",
    "www.",
    "+44",
    "07400 ",
    "LS1 ",
    "2026-01-01",
    "Re: ",
  ],
];

const ENDS = ["", "\u0001!"];

test.each(PARSERS)(
  "the parser “$name” stays within its time limit, at a cost that grows no faster than the text (SE-1)",
  async (parser) => {
    const { name, read, looksFor = [], most = MOST_MS } = parser;
    let worst = { ms: 0, text: "" };
    const faults: string[] = [];
    for (const part of [...PARTS, ...looksFor]) {
      for (const end of ENDS) {
        let before = Infinity;
        for (const size of SIZES) {
          const text = part.repeat(Math.ceil(size / part.length)).slice(0, size - end.length) + end;
          const allowed = Math.min(most, Math.max(SHORT_MS, MOST_TIMES * before));
          const ms = await leastCost(() => read(text), allowed);
          const told = `${JSON.stringify(part + end)}, ${size / 1_000} kB: ${ms.toFixed(1)} ms`;
          if (ms > worst.ms) worst = { ms, text: told };
          before = ms;
          if (ms <= allowed) continue;
          faults.push(told);
          break;
        }
      }
    }
    costs.push({ ms: worst.ms, told: `${name}, ${worst.text}` });
    expect(faults).toEqual([]);
  },
);

const costs: { ms: number; told: string }[] = [];

test("the report of the worst cost covers every parser", () => {
  const [worst] = costs.toSorted((one, other) => other.ms - one.ms);
  const texts = (PARTS.length * ENDS.length * SIZES.length).toLocaleString("en-GB");
  recordFigure(`${costs.length} parsers, at least ${texts} texts each; the worst ${worst?.told}`);
  expect(costs).toHaveLength(PARSERS.length);
});

/**
 * Returns the lowest of several readings. Stops early if a reading is within `allowed`, or exceeds
 * it by too much to be a pause.
 */
async function leastCost(read: () => unknown, allowed: number): Promise<number> {
  let least = Infinity;
  for (let reading = 0; reading < READINGS && least > allowed; reading++) {
    least = Math.min(least, await cost(read));
    if (least > 20 * allowed) break;
  }
  return least;
}

/** Returns the CPU time of this process in ms. A rejected text counts too. */
async function cost(read: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read();
  } catch {
    // A parser may reject hostile text. Only its time is measured.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
