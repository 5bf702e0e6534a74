import { afterEach, describe, expect, test, vi } from "vitest";
import { openSealedLink, sendSealedLink } from "#app/auth/email-link.server.ts";

async function seal(token: string): Promise<URL> {
  let made: URL | undefined;
  await sendSealedLink(token, (link) => {
    made = link;
    return Promise.resolve();
  });
  if (!made) throw new Error("no link was made");
  return made;
}

afterEach(() => void vi.useRealTimers());

describe("sealed tokens in email links", () => {
  test("an email link leads to our own site and exposes only the sealed token (B-006, B-007)", async () => {
    const link = await seal("a-token");
    expect(link.origin + link.pathname).toBe("http://localhost:3000/authenticate");
    expect([...link.searchParams.keys()]).toEqual(["token"]);
    expect(link.href).not.toContain("a-token");
  });

  test("opening a sealed token returns the original token (B-063)", async () => {
    const link = await seal("a-token");
    const sealed = link.searchParams.get("token") ?? "";
    expect(await openSealedLink(sealed, (token) => Promise.resolve({ token }))).toEqual({
      token: "a-token",
    });
  });

  test.each(["https://fanlight.example", "http://10.0.0.7:8080", "http://localhost:3000"])(
    "a link begins with %s if that is APP_URL (B-006)",
    async (origin) => {
      vi.resetModules();
      vi.stubEnv("APP_URL", origin);
      const links = await import("#app/auth/email-link.server.ts");
      let made = "";
      await links.sendSealedLink("a-token", (link) => {
        made = link.href;
        return Promise.resolve();
      });
      expect(made.startsWith(`${origin}/authenticate?token=`)).toBe(true);
    },
  );

  test("a sealed token still opens after almost seven days, because the token’s row limits its lifetime (AMB-B09)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const began = Date.now();
    const sealed = (await seal("a-token")).searchParams.get("token") ?? "";
    const opened = () => openSealedLink(sealed, (token) => Promise.resolve(token));
    vi.setSystemTime(began + 7 * 24 * 60 * 60 * 1000 - 60_000);
    expect(await opened()).toBe("a-token");
  });

  test("a forged seal is rejected before any database query (B-074)", async () => {
    const verify = vi.fn();
    const sealed = (await seal("a-token")).searchParams.get("token") ?? "";
    for (const broken of ["", "x", "U2FsdGVkX1", `${sealed}${"A".repeat(500)}`, "a-token"]) {
      expect(await openSealedLink(broken, verify)).toBeNull();
    }
    expect(verify).not.toHaveBeenCalled();
  });

  test("opening a link throws if the database fails, and does not report a bad link", async () => {
    const sealed = (await seal("a-token")).searchParams.get("token") ?? "";
    const down = () => Promise.reject(new Error("down"));
    await expect(openSealedLink(sealed, down)).rejects.toThrow("down");
  });

  test("sending a link throws if the email cannot be delivered (B-050, B-061)", async () => {
    const refuse = () => Promise.reject(new Error("refused"));
    await expect(sendSealedLink("a-token", refuse)).rejects.toThrow("refused");
  });
});
