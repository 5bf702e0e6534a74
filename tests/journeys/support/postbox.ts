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

export class Postbox {
  constructor(private readonly db: Db) {}

  /** Returns the emails to an address, newest first. */
  async of(address: string) {
    const { rows } = await sql<{ value: unknown }>`
      select value from doubles.records
      where vendor = 'postmark' and kind = 'email' and value->>'To' ilike ${`%${address}%`}
      order by position desc`.execute(this.db);
    return rows.map(({ value }) => Email.parse(value));
  }

  /**
   * Waits until exactly these emails have been sent to an address. Jobs may send them in any order.
   */
  async expectNames(address: string, names: string[]) {
    await expect(async () => {
      const emails = await this.of(address);
      expect(emails.map(({ Tag }) => Tag).sort()).toEqual([...names].sort());
    }).toPass();
  }

  async link(address: string): Promise<string> {
    const [link] = (await this.of(address)).flatMap(
      ({ TextBody }) => /https?:\/\/\S+\/authenticate\?\S+/.exec(TextBody) ?? [],
    );
    if (!link) throw new Error(`No link was sent to ${address}`);
    return link;
  }
}
