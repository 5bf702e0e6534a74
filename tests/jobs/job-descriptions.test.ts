import { expect, test } from "vitest";
import { describeJob } from "#app/domain/operations/job-descriptions.server.ts";
import { jobs } from "#app/jobs/jobs.server.ts";

test("the status page describes every job", () => {
  const names = Object.keys(jobs);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => describeJob(name).does === `Runs the job ${name}`)).toEqual([]);
});
