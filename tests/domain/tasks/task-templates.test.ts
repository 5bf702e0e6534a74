import { expect, test } from "vitest";
import { TASK_TEMPLATES } from "#app/domain/tasks/task-templates.ts";

const all = Object.values(TASK_TEMPLATES).flat();

test("each stage has three to six tasks", () => {
  for (const [stage, tasks] of Object.entries(TASK_TEMPLATES)) {
    expect([stage, tasks.length >= 3 && tasks.length <= 6]).toEqual([stage, true]);
  }
});

test("each task has its own key, which the database accepts", () => {
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  for (const { key, title } of all) {
    expect(key).toMatch(/^[a-z_]+$/);
    expect(title.length).toBeLessThanOrEqual(200);
  }
});
