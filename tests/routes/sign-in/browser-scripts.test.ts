import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fetchToken } from "#app/ui/elements/recaptcha.ts";
import { autoDismiss } from "#app/ui/auto-dismiss.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a message that hides automatically (B-013 AMB-B03 V-019 V-021)", () => {
  let page: EventTarget & { hidden: boolean };
  beforeEach(() => {
    page = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal("document", page);
  });
  afterEach(() => void vi.unstubAllGlobals());

  test("autoDismiss hides the message after 10 seconds", () => {
    const hide = vi.fn();
    autoDismiss(new EventTarget(), hide);
    vi.advanceTimersByTime(9_999);
    expect(hide).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(hide).toHaveBeenCalledOnce();
  });

  test.each([
    ["pointerenter", "pointerleave"],
    ["focusin", "focusout"],
  ])("the countdown to hide the message pauses from %s to %s", (hold, leave) => {
    const hide = vi.fn();
    const banner = new EventTarget();
    autoDismiss(banner, hide);
    vi.advanceTimersByTime(6_000);
    banner.dispatchEvent(new Event(hold));
    vi.advanceTimersByTime(60_000);
    expect(hide).not.toHaveBeenCalled();
    banner.dispatchEvent(new Event(leave));
    vi.advanceTimersByTime(3_999);
    expect(hide).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(hide).toHaveBeenCalledOnce();
  });

  test("the countdown to hide the message pauses while the page is hidden", () => {
    const hide = vi.fn();
    autoDismiss(new EventTarget(), hide, 6);
    vi.advanceTimersByTime(5_000);
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    expect(hide).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(999);
    expect(hide).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(hide).toHaveBeenCalledOnce();
  });

  test("autoDismiss does not hide the message after the visitor has left the page", () => {
    const hide = vi.fn();
    autoDismiss(new EventTarget(), hide)();
    vi.advanceTimersByTime(20_000);
    expect(hide).not.toHaveBeenCalled();
  });
});

describe("a reCAPTCHA token (B-056 B-058)", () => {
  const script = (execute: () => Promise<string>) =>
    Promise.resolve({ ready: (callback: () => void) => callback(), execute });

  test("fetchToken requests a reCAPTCHA token with the site key and action", async () => {
    const execute = vi.fn(() => Promise.resolve("token"));
    expect(await fetchToken(script(execute), "key", "sign_in")).toBe("token");
    expect(execute).toHaveBeenCalledWith("key", { action: "sign_in" });
  });

  test("fetchToken fails if the script is blocked, Google refuses, or there is no answer in time", async () => {
    await expect(
      fetchToken(Promise.reject(new Error("blocked")), "key", "sign_in"),
    ).rejects.toThrow();
    const refused = script(() => Promise.reject(new Error("offline")));
    await expect(fetchToken(refused, "key", "sign_in")).rejects.toThrow("offline");
    const silent = fetchToken(
      script(() => new Promise(() => undefined)),
      "key",
      "sign_in",
    );
    const outcome = expect(silent).rejects.toThrow("slow");
    await vi.advanceTimersByTimeAsync(10_000);
    await outcome;
  });
});
