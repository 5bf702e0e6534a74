import { spawn } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { Fault } from "#mocks/faults.ts";

const Email = z.object({
  To: z.string(),
  Tag: z.string().optional(),
  HtmlBody: z.string().optional(),
});

type Vendor = "stripe" | "postmark" | "loqate" | "recaptcha" | "thirdfort";

const addresses = {
  stripe: "STRIPE_API_URL",
  postmark: "POSTMARK_API_URL",
  loqate: "LOQATE_API_URL",
  recaptcha: "RECAPTCHA_API_URL",
  thirdfort: "THIRDFORT_API_URL",
} as const satisfies Record<Vendor, string>;

/**
 * Runs the doubles in a separate process (`npm run mocks`).
 *
 * @param siteUrl the site that receives the webhooks of Stripe’s double
 */
export async function startSeparateDoubles(siteUrl: string) {
  const child = spawn(process.execPath, ["--import", "tsx", "mocks/serve.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, APP_URL: siteUrl, MOCKS_PORT: "0" },
  });
  let said = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (/:\n\n.+\n\n/s.test(said)) break;
  }
  const settings = Object.fromEntries(
    [...said.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const toUrl = (vendor: Vendor) => settings[addresses[vendor]] ?? "";
  const listEmails = async () => {
    const answer = await fetch(`${toUrl("postmark")}/__double/emails`);
    return Email.array().parse(await answer.json());
  };
  return {
    /** Environment variables that make the service call these doubles. */
    settings,
    toUrl,

    async setFault(vendor: Vendor, fault: Fault) {
      const answer = await fetch(`${toUrl(vendor)}/__double?fault=${fault}`, { method: "POST" });
      if (!answer.ok) throw new Error(`${vendor} cannot be made ${fault}: ${answer.status}`);
    },

    async asked(vendor: Vendor): Promise<number> {
      const answer = await fetch(`${toUrl(vendor)}/__double`);
      return z.object({ asked: z.number() }).parse(await answer.json()).asked;
    },

    async emailsTo(recipient: string): Promise<string[]> {
      const emails = await listEmails();
      return emails.filter(({ To }) => To.includes(recipient)).map(({ Tag }) => Tag ?? "");
    },

    async bodyTo(recipient: string): Promise<string> {
      const emails = await listEmails();
      return emails.find(({ To }) => To.includes(recipient))?.HtmlBody ?? "";
    },

    async recipients(): Promise<string[]> {
      return (await listEmails()).map(({ To }) => To);
    },

    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

export type SeparateDoubles = Awaited<ReturnType<typeof startSeparateDoubles>>;

/** Pays by card on Stripe’s hosted page. Returns the address that Stripe redirects to. */
export async function payOnStripesPage(url: string): Promise<string> {
  const card = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(card),
  });
  const back = answer.headers.get("Location");
  if (answer.status !== 303 || !back) throw new Error(`Not paid: ${answer.status}`);
  return back;
}
