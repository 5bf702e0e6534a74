import { expect, test, vi } from "vitest";
import { useDoubles } from "#tests/support/doubles.ts";

vi.hoisted(() => {
  process.env.ANTHROPIC_ENABLED = "true";
});
const { describeMatter } = await import("#app/domain/intelligence/rules.ts");
const { writeSummary: writeWords } =
  await import("#app/domain/intelligence/intelligence.server.ts");

useDoubles();

const now = new Date("2026-11-24T12:00:00Z");
const known = describeMatter(
  {
    created_at: new Date("2026-11-01T12:00:00Z"),
    assigned_sides: "none",
    is_paid: false,
    has_agent_answer: false,
    purchase: null,
    searches: [],
    requests: [],
    checks: [],
    critical_issues: 0,
    last_email_at: null,
    context: { buyer: null, seller: "Sam Seller", solicitor: null, agent: null },
  },
  now,
);

const choose = (answer: string) => writeWords({ ...known, summary: `answer with <<<${answer}>>>` });

test("the model chooses which step comes first (AMB-O06)", async () => {
  expect(known.steps).toHaveLength(2);
  expect(await choose('{"next_step":2}')).toMatchObject({
    next_step: known.steps[1],
    model: "claude-sonnet-5-5",
  });
});

test.each([
  ["an unknown step", '{"next_step":3}'],
  ["no step", '{"next_step":0}'],
  ["additional text", '{"next_step":1,"summary":"All is well."}'],
])("a model’s answer with %s is not used, and the reason is recorded", async (_, answer) => {
  expect(await choose(answer)).toMatchObject({
    next_step: known.steps[0],
    model: "Rule-based writer: the model’s answer was not in the right format",
  });
});
