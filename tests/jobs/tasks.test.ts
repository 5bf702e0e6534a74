import { beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { logger, taskList } from "#app/jobs/tasks.server.ts";

const handle = vi.hoisted(() => vi.fn((): Promise<unknown> => Promise.resolve()));
vi.mock("#app/jobs/jobs.server.ts", () => ({ jobs: { purge: { handle } } }));
const requireNotRestored = vi.hoisted(() => vi.fn((): Promise<void> => Promise.resolve()));
vi.mock("#app/domain/restorations/restorations.server.ts", () => ({
  requireNotRestored,
  TRY_LATER: "Try later",
}));
vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));
vi.mock("#app/observability/log.server.ts", () => ({
  log: { info: vi.fn(), error: vi.fn(), warn: vi.fn(), debug: vi.fn() },
}));
beforeEach(() => void vi.clearAllMocks());

const run = async (attempts = 1) => {
  const job = { id: "7", attempts, max_attempts: 12 };
  await Reflect.apply(taskList.purge!, undefined, [{ a: 1 }, { job }]);
};

describe("a job (X-028)", () => {
  test("a job does not start while the database is being restored", async () => {
    requireNotRestored.mockRejectedValueOnce(new RangeError("restored"));
    await expect(run()).rejects.toThrow("RangeError");
    expect(handle).not.toHaveBeenCalled();
  });

  test.each([
    [1, "does not count", false],
    [11, "does not count", false],
    [12, "counts", true],
    [13, "counts", true],
  ])(
    "attempt %i %s as the last one, because a job has twelve attempts",
    async (number, _verb, isLast) => {
      await run(number);
      expect(handle).toHaveBeenCalledExactlyOnceWith({ a: 1 }, { number, isLast });
    },
  );

  test("a finished job is logged with its attempt and time, but not its payload", async () => {
    await run(3);
    expect(log.info).toHaveBeenCalledExactlyOnceWith(
      { job: "purge", job_id: "7", attempt: 3, ms: expect.any(Number) },
      "job done",
    );
    expect(report).not.toHaveBeenCalled();
  });

  test.each([
    ["an error", new TypeError("alex@example.com is no address"), "TypeError"],
    ["a thrown string", "alex@example.com", "Error"],
  ])(
    "a job that fails with %s is reported, and its failure is stored as $2, without the message",
    async (_what, thrown, kept) => {
      handle.mockRejectedValueOnce(thrown);
      await expect(run()).rejects.toThrow(new Error(kept));
      expect(report).toHaveBeenCalledExactlyOnceWith(thrown, { what: "job purge" });
      expect(log.info).not.toHaveBeenCalled();
    },
  );
});

describe("graphile-worker’s own messages", () => {
  test("graphile-worker’s messages are logged up to the first colon, because personal data may follow", () => {
    const core = logger.scope({ label: "core" });
    core.error("Failed to release job: alex@example.com: no");
    core.warn("Slow");
    core.info("Started");
    core.debug("Looked");
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: "worker" }, "Failed to release job");
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ what: "worker" }, "Slow");
    expect(vi.mocked(log.debug).mock.calls).toEqual([
      [{ what: "worker" }, "Started"],
      [{ what: "worker" }, "Looked"],
    ]);
  });

  test.each(["worker", "job"])(
    "graphile-worker’s messages about a %s are not logged, because we log our own",
    (label) => {
      logger.scope({ label }).error("Failed");
      expect(log.error).not.toHaveBeenCalled();
    },
  );
});
