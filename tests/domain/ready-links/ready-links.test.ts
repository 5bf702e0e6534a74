import { beforeAll, describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  createIntroductionLink,
  createReadyLink,
  findReadyMatter,
  recordReadyVisit,
  listReadyLinks,
  READY_LINK_DAYS,
  revokeReadyLink,
  revokeReadyLinks,
} from "#app/domain/ready-links/ready-links.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

let seller: Visitor;
let staff: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  staff = await signIn(db, { type: "admin" });
  stranger = await signIn(db);
});

const paidSale = () => insertSaleAtStage(db, seller.id, { terms: true, complete: true });

const create = (id: string, reader = customerReader(seller.id)) =>
  inTransaction(db, (trx) => createReadyLink(trx, reader, id));

describe("a link to the page of what is ready", () => {
  test("a link opens its own matter for 90 days, and only its hash is stored", async () => {
    const id = await paidSale();
    const link = await create(id);
    const found = await findReadyMatter(db, link);
    expect(found?.transaction_id).toBe(id);
    expect(daysUntil(found?.expires_at)).toBe(READY_LINK_DAYS);
    const rows = await db.selectFrom("ready_links").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link.token);
  });

  test("a link with another token, or another link’s token, opens nothing", async () => {
    const [one, other] = [await create(await paidSale()), await create(await paidSale())];
    expect(await findReadyMatter(db, { id: one.id, token: "x" })).toBeNull();
    expect(await findReadyMatter(db, { id: one.id, token: other.token })).toBeNull();
  });

  test("an expired link opens nothing and is not listed", async () => {
    const id = await paidSale();
    const link = await create(id);
    await db
      .updateTable("ready_links")
      .set({ expires_at: new Date(Date.now() - 1) })
      .where("id", "=", link.id)
      .execute();
    expect(await findReadyMatter(db, link)).toBeNull();
    expect(await listReadyLinks(db, customerReader(seller.id), id)).toEqual([]);
  });

  test("a seller revokes one link, and the others still work", async () => {
    const id = await paidSale();
    const [first, second] = [await create(id), await create(id)];
    const revoke = () =>
      inTransaction(db, (trx) =>
        revokeReadyLink(trx, customerReader(seller.id), { transaction_id: id, link_id: first.id }),
      );
    await revoke();
    await revoke();
    expect(await findReadyMatter(db, first)).toBeNull();
    expect(await findReadyMatter(db, second)).not.toBeNull();
    expect(await actionsOf(id)).toEqual([
      "ready_link_created",
      "ready_link_created",
      "ready_link_revoked",
    ]);
  });

  test("a link of another matter can’t be revoked through one’s own", async () => {
    const [id, other] = [await paidSale(), await paidSale()];
    const link = await create(other);
    await inTransaction(db, (trx) =>
      revokeReadyLink(trx, customerReader(seller.id), { transaction_id: id, link_id: link.id }),
    );
    expect(await findReadyMatter(db, link)).not.toBeNull();
  });

  test.each([
    ["a stranger", () => customerReader(stranger.id), true],
    ["the seller of a sale that is not paid for", () => customerReader(seller.id), false],
  ])("%s can’t create, list or revoke links", async (_, reader, complete) => {
    const id = await insertSaleAtStage(db, seller.id, { terms: true, complete });
    await expect(create(id, reader())).rejects.toEqual(new NotFoundError("Transaction not found"));
    await expect(listReadyLinks(db, reader(), id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(
      inTransaction(db, (trx) =>
        revokeReadyLink(trx, reader(), { transaction_id: id, link_id: id }),
      ),
    ).rejects.toBeInstanceOf(NotFoundError);
  });

  test("staff see who created each link and when it was last opened", async () => {
    const id = await paidSale();
    const link = await create(id);
    await createIntroductionLink(db, id);
    await inTransaction(db, (trx) => createReadyLink(trx, staffReader(staff), id));
    await recordReadyVisit(db, link.id);
    const links = await listReadyLinks(db, staffReader(staff), id);
    expect(
      links.map(({ source, first_name, opened_at }) => [source, first_name, opened_at !== null]),
    ).toEqual([
      ["staff", "Sam", false],
      ["introduction", null, false],
      ["seller", "Ada", true],
    ]);
  });

  test("a second introduction replaces the first one’s link only", async () => {
    const id = await paidSale();
    const own = await create(id);
    const [first, second] = [
      await createIntroductionLink(db, id),
      await createIntroductionLink(db, id),
    ];
    expect(await findReadyMatter(db, first)).toBeNull();
    expect(await findReadyMatter(db, second)).not.toBeNull();
    expect(await findReadyMatter(db, own)).not.toBeNull();
  });

  test("the oldest of 21 links stops working", async () => {
    const id = await paidSale();
    const links = [];
    for (let count = 0; count < 21; count++) links.push(await create(id));
    const works = await Promise.all(
      links.map(async (link) => (await findReadyMatter(db, link)) !== null),
    );
    expect(works).toEqual([false, ...Array.from({ length: 20 }, () => true)]);
  });

  test("revoking all links of a matter leaves those of other matters", async () => {
    const [id, other] = [await paidSale(), await paidSale()];
    const [own, others] = [await create(id), await create(other)];
    await revokeReadyLinks(db, id);
    expect(await findReadyMatter(db, own)).toBeNull();
    expect(await findReadyMatter(db, others)).not.toBeNull();
  });
});

const daysUntil = (moment: Date | undefined) =>
  moment && Math.round((moment.getTime() - Date.now()) / (24 * 60 * 60 * 1000));

async function actionsOf(id: string) {
  const rows = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "ready_link%")
    .orderBy("at")
    .execute();
  return rows.map(({ action }) => action);
}
