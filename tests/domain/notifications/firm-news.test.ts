import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { planLetterResend, sendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { queueInformationNews } from "#app/domain/property-information/letters.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { paths } from "#app/paths.ts";
import { markSending, readUnsentEmail } from "#app/queue/outbox.server.ts";
import { inTransaction } from "#db/connection.ts";
import { actionsOf } from "#tests/domain/actions/contested-matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgreedInformation } from "#tests/support/property-information.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { newsHelpers } from "./firm-news-matter.ts";

const { db } = useTestDatabase();
let steps: ReturnType<typeof actionsOf>;

beforeAll(async () => {
  const ada = await signIn(db, { type: "admin" });
  steps = actionsOf(db, ada.id);
});

const { aMatter, setDates, record, newsOf, readNews, collect } = newsHelpers(db);
const TODAY = londonDay(new Date());

const agentOf = ({ id }: { id: string }) =>
  db
    .selectFrom("transactions")
    .select("estate_agent_id as firm_id")
    .where("id", "=", id)
    .$narrowType<{ firm_id: string }>()
    .executeTakeFirstOrThrow();

describe("news for the firms of a matter", () => {
  test("six items in an hour make one email for each firm", async () => {
    const of = await aMatter();
    await setDates(of, {
      ...{ contract_pack_sent_on: TODAY, enquiries_raised_on: TODAY },
      ...{ enquiries_answered_on: TODAY, exchanged: addDays(TODAY, 7) },
    });
    await record(of, "contract_pack_sent");
    await record(of, "enquiries_raised");
    await record(of, "enquiries_answered");
    const price = await steps.take(of.id, "change_agreed_price", { agreed_price_pounds: 280_000 });
    const title = await steps.take(of.id, "correct_title_number", { title_number: "NYK777" });
    for (const action_id of [price, title, price]) await collect(action_id);
    await record(of, "exchanged");
    const all = await newsOf(of, "buyer_solicitor");
    expect(all.map(({ props }) => props.items)).toEqual([
      [
        ...["contract_pack_sent", "enquiries_answered"],
        ...[`action ${price}`, `action ${title}`, "exchanged"],
      ],
    ]);
    expect(await newsOf(of, "seller_solicitor")).toHaveLength(1);
    expect(await newsOf(of, "estate_agent")).toHaveLength(1);
    const { items } = await readNews(of, "buyer_solicitor");
    expect(items.map((item) => item.title)).toEqual([
      "The contract pack was sent",
      "Enquiries were answered",
      "The agreed price has changed",
      "We’ve corrected the title number",
      "Exchange is planned",
    ]);
  });

  test("routine news waits at least an hour, and later news keeps the time of the first", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    const [first] = await newsOf(of, "estate_agent");
    expect(first!.waits_s).toBeGreaterThan(3_590);
    await record(of, "enquiries_raised");
    const [later] = await newsOf(of, "estate_agent");
    expect(later!.props.items).toEqual(["contract_pack_sent", "enquiries_raised"]);
    expect(Math.abs(later!.waits_s - first!.waits_s)).toBeLessThan(60);
  });

  test("news after the email was sent waits another hour", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    const [sent] = await newsOf(of, "estate_agent");
    await db.updateTable("email_log").set({ status: "sent" }).where("id", "=", sent!.id).execute();
    await record(of, "enquiries_raised");
    const [, next] = await newsOf(of, "estate_agent");
    expect(next!.props.items).toEqual(["enquiries_raised"]);
    expect(next!.waits_s).toBeGreaterThan(3_590);
  });

  test.each(["exchanged", "completed", "aborted"] as const)(
    "news of the date %s never waits, and takes the waiting news with it",
    async (name) => {
      const of = await aMatter();
      await record(of, "contract_pack_sent");
      await setDates(of, { [name]: TODAY });
      await record(of, name);
      for (const firm of ["seller_solicitor", "buyer_solicitor", "estate_agent"] as const) {
        const news = await newsOf(of, firm);
        expect(news).toHaveLength(1);
        expect(news[0]!.waits_s).toBeLessThan(60);
      }
      expect((await readNews(of, "seller_solicitor")).items).toHaveLength(1);
    },
  );

  test("an instruction is sent at once, in a separate email", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    const about = { transaction_id: of.id, side: "seller" as const };
    const { planned } = await planLetterResend(db, service, about);
    await inTransaction(db, (trx) => sendLetter(trx, planned!));
    const { rows } = await sql<{ waits_s: number }>`
      select extract(epoch from jobs.run_at - now())::int as waits_s from email_log
      join graphile_worker._private_jobs as jobs on jobs.payload ->> 'email_log_id' = email_log.id
      where transaction_id = ${of.id} and name = 'seller_solicitor_instruction'`.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.waits_s).toBeLessThan(60);
  });

  test("a firm that was replaced within the hour gets nothing further", async () => {
    const of = await aMatter();
    await setDates(of, { contract_pack_sent_on: TODAY });
    await record(of, "contract_pack_sent");
    expect((await readNews(of, "buyer_solicitor")).items).toHaveLength(1);
    const buyer_lawyer_group_id = await insertLawyerGroup(db, { solicitor: lawyer("New") });
    await db
      .updateTable("transactions")
      .set({ buyer_lawyer_group_id })
      .where("id", "=", of.id)
      .execute();
    await expect(readNews(of, "buyer_solicitor")).rejects.toThrow(EmailNotNeededError);
    await record(of, "enquiries_answered");
    const [old, fresh] = await newsOf(of, "buyer_solicitor");
    expect(old!.props.items).toEqual(["contract_pack_sent"]);
    expect(fresh!.props.items).toEqual(["enquiries_answered"]);
  });

  test("a cleared date, another buyer and the end of the matter withdraw the news", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    await expect(readNews(of, "estate_agent")).rejects.toThrow(EmailNotNeededError);
    await setDates(of, { contract_pack_sent_on: TODAY });
    const setActive = (is_active: boolean) =>
      db.updateTable("purchase_intents").set({ is_active }).where("id", "=", of.purchase).execute();
    await setActive(false);
    await expect(readNews(of, "buyer_solicitor")).rejects.toThrow(EmailNotNeededError);
    await setActive(true);
    expect((await readNews(of, "estate_agent")).items).toHaveLength(1);
    await setDates(of, { aborted: TODAY });
    await expect(readNews(of, "estate_agent")).rejects.toThrow(EmailNotNeededError);
  });

  test.each([
    ["exchanged", "Exchange is planned", "Contracts have been exchanged"],
    ["completed", "Completion is planned", "The sale has completed"],
  ] as const)(
    "the date %s, planned for today before today, is only planned until staff record it again",
    async (name, planned, done) => {
      const of = await aMatter();
      await setDates(of, { [name]: TODAY });
      await db
        .insertInto("events")
        .values({
          ...{ transaction_id: of.id, purchase_intent_id: of.purchase, event_name: name },
          ...{ type: "buyer", author: "system" },
          date_time: new Date(Date.now() - 36 * 60 * 60 * 1_000),
        })
        .execute();
      const titles = async () => {
        const { firm_id } = await agentOf(of);
        const about = { transaction_id: of.id, firm: "estate_agent", firm_id };
        const ids = { ...about, purchase_intent_id: null, items: [name] };
        return (await readContents(db, "firm_news", ids)).items.map(({ title }) => title);
      };
      expect(await titles()).toEqual([planned]);
      await record(of, name);
      expect(await titles()).toEqual([done]);
    },
  );

  test("each firm’s news leads to its own page of the matter", async () => {
    const of = await aMatter();
    await setDates(of, { contract_pack_sent_on: TODAY });
    await record(of, "contract_pack_sent");
    const { firm_id } = await agentOf(of);
    expect((await readNews(of, "estate_agent")).page).toContain(paths.agent.sale(firm_id, of.id));
    expect((await readNews(of, "buyer_solicitor")).page).toContain(paths.firm.page("buyer", of.id));
  });

  test("the buyer’s solicitor reads what to do with the answers to their enquiries", async () => {
    const of = await aMatter();
    await setDates(of, { enquiries_answered_on: TODAY });
    await record(of, "enquiries_answered");
    const ask = "Please review the answers. If they have not arrived, ask the seller’s solicitor.";
    const asks = async (firm: "buyer_solicitor" | "estate_agent") =>
      (await readNews(of, firm)).items.flatMap(({ paragraphs }) => paragraphs).includes(ask);
    expect([await asks("buyer_solicitor"), await asks("estate_agent")]).toEqual([true, false]);
  });

  test("the email with the confirmed answers says whether the contract pack still needs them", async () => {
    const of = await aMatter();
    await insertAgreedInformation(db, of.id);
    await inTransaction(db, (trx) => queueInformationNews(trx, of.id));
    const state = async () => (await readNews(of, "seller_solicitor")).information?.contract_pack;
    expect(await state()).toBe("needed");
    await setDates(of, { contract_pack_sent_on: TODAY });
    expect(await state()).toBe("ready");
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false })
      .where("id", "=", of.purchase)
      .execute();
    expect(await state()).toBe("ready");
  });

  test("an action that was undone is not in the news", async () => {
    const of = await aMatter();
    const action_id = await steps.take(of.id, "correct_title_number", { title_number: "NYK777" });
    await steps.undo(of.id, action_id);
    await collect(action_id);
    expect(await newsOf(of, "seller_solicitor")).toEqual([]);
  });

  test("only the buyer’s solicitor gets the news of the buyer’s lender (ST-16)", async () => {
    const of = await aMatter();
    await collect(
      await steps.take(of.id, "correct_lender", {
        ...{ mortgage_required_for_purchase: "yes", mortgage_provider: "Nationwide" },
      }),
    );
    expect(await newsOf(of, "buyer_solicitor")).toHaveLength(1);
    expect(await newsOf(of, "seller_solicitor")).toEqual([]);
    expect(await newsOf(of, "estate_agent")).toEqual([]);
  });

  test("news that is added while the email is being written is not lost", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    const [queued] = await newsOf(of, "estate_agent");
    const reading = await readUnsentEmail(db, queued!.id);
    await record(of, "enquiries_raised");
    expect(await markSending(db, reading!, null)).toBe(false);
    const again = await readUnsentEmail(db, queued!.id);
    expect(again!.props).toMatchObject({ items: ["contract_pack_sent", "enquiries_raised"] });
    expect(await markSending(db, again!, null)).toBe(true);
  });

  test("news does not join an email whose sending was interrupted", async () => {
    const of = await aMatter();
    await record(of, "contract_pack_sent");
    const [queued] = await newsOf(of, "estate_agent");
    await markSending(db, (await readUnsentEmail(db, queued!.id))!, null);
    await record(of, "enquiries_raised");
    const news = await newsOf(of, "estate_agent");
    expect(news.map(({ props }) => props.items)).toEqual([
      ["contract_pack_sent"],
      ["enquiries_raised"],
    ]);
  });

  test("two items at the same moment join one email", async () => {
    const of = await aMatter();
    await Promise.all([record(of, "contract_pack_sent"), record(of, "enquiries_raised")]);
    expect(await newsOf(of, "estate_agent")).toHaveLength(1);
  });
});
