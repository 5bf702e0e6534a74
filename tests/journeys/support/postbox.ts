import { expect } from "@playwright/test";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#db/connection.ts";

const Email = z.object({
  To: z.string(),
  Subject: z.string(),
  Tag: z.string().optional(),
  TextBody: z.string(),
});

/** What Postmark's double has delivered: /mocks/post-box shows the same. */
export class Postbox {
  constructor(private readonly db: Db) {}

  /** The emails to an address, the newest first. */
  async of(address: string) {
    const { rows } = await sql<{ value: unknown }>`
      select value from doubles.records
      where vendor = 'postmark' and kind = 'email' and value->>'To' ilike ${`%${address}%`}
      order by position desc`.execute(this.db);
    return rows.map(({ value }) => Email.parse(value));
  }

  /** What was sent to an address, by name; waits for those that a job sends, of which one may overtake another. */
  async expectNames(address: string, names: string[]) {
    await expect(async () => {
      const emails = await this.of(address);
      expect(emails.map(({ Tag }) => Tag).sort()).toEqual([...names].sort());
    }).toPass();
  }

  /** The newest sign-in link in an email to an address. */
  async link(address: string): Promise<string> {
    const [link] = (await this.of(address)).flatMap(
      ({ TextBody }) => /https?:\/\/\S+\/authenticate\?\S+/.exec(TextBody) ?? [],
    );
    if (!link) throw new Error(`No link was sent to ${address}`);
    return link;
  }
}
