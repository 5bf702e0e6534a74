import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  changeDraft,
  deleteDraft,
  draftPerson,
  draftText,
  readDraft,
} from "#app/domain/drafts/drafts.server.ts";
import type { Db } from "#db/connection.ts";
import type { RepresentativeQuestion } from "./group-form.server.ts";

/**
 * A group of transactions that a member of staff is making: everything typed so far (P-024, AMB-P01). The address of its
 * pages names it, so that two tabs may make two groups, and it waits for them on any device.
 */

const typed = z.string().catch("");
const typedAddress = z.record(z.string(), z.string()).catch({});

export const TypedRepresentative = z.object(
  draftPerson satisfies Record<RepresentativeQuestion, z.ZodType>,
);
export type TypedRepresentative = z.output<typeof TypedRepresentative>;

/** Somebody with an account, or somebody to be given one. */
const Representative = z.union([
  z.object({ user_id: z.string() }),
  z.object({ person: TypedRepresentative }),
]);

export const TypedCompany = z.object({
  /** Of our own record of it, and as of which version it was found; "" when there is none. */
  id: typed,
  version: typed,
  name: typed,
  company_number: typed,
  address: typedAddress,
  /** What the register of companies says of it, when that is where it was found. */
  status: typed,
});
export type TypedCompany = z.output<typeof TypedCompany>;

export const TypedUnit = z.object({
  /** Of this unit in this draft. Not its place, which changes when one is removed. */
  id: typed,
  address: typedAddress,
  tenure: draftText,
  asking_price_pounds: draftText,
});
export type TypedUnit = z.output<typeof TypedUnit>;

const GroupDraft = z.object({
  name: typed,
  stripe_transaction_id: typed,
  representative: Representative.nullable().catch(null),
  company: TypedCompany.nullable().catch(null),
  units: z.array(TypedUnit).catch([]),
});
export type GroupDraft = z.output<typeof GroupDraft>;

const EMPTY: GroupDraft = {
  name: "",
  stripe_transaction_id: "",
  representative: null,
  company: null,
  units: [],
};

const PREFIX = "transactions-group:";

/** An id for a new draft, in the form of all ids; nothing is stored before something is typed. */
export function newDraftId(): string {
  return randomBytes(12).toString("hex");
}

/** An id for a new unit of a draft. */
export const newUnitId: () => string = randomUUID;

/** Whose draft, and which. */
export type DraftPlace = { user_id: string; draft_id: string };

/** What is typed so far; an empty draft when nothing is. */
export async function readGroupDraft(db: Db, place: DraftPlace): Promise<GroupDraft> {
  const stored = await readDraft(db, place.user_id, PREFIX + place.draft_id);
  return GroupDraft.safeParse(stored).data ?? EMPTY;
}

/** Changes a draft as it is by now: another tab may have changed it meanwhile. */
export async function changeGroupDraft(
  db: Db,
  { user_id, draft_id }: DraftPlace,
  change: (now: GroupDraft) => GroupDraft,
): Promise<GroupDraft> {
  return changeDraft(db, user_id, PREFIX + draft_id, (stored) =>
    Promise.resolve(change(GroupDraft.safeParse(stored).data ?? EMPTY)),
  );
}

/** The group is made, or its maker does not want it any more. */
export async function deleteGroupDraft(db: Db, { user_id, draft_id }: DraftPlace): Promise<void> {
  await deleteDraft(db, user_id, PREFIX + draft_id);
}

/** A member of staff sees this many groups of theirs that are not made yet. */
const MAX_LISTED = 20;

/** The groups that a member of staff has begun, the one worked on last first. */
export async function listGroupDrafts(db: Db, user_id: string) {
  const rows = await db
    .selectFrom("drafts")
    .select(["form", "data", "updated_at"])
    .where("user_id", "=", user_id)
    .where("form", "like", `${PREFIX}%`)
    .orderBy("updated_at", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.flatMap(({ form, data, updated_at }) => {
    const draft = GroupDraft.safeParse(data).data;
    if (!draft) return [];
    return [
      { id: form.slice(PREFIX.length), name: draft.name, units: draft.units.length, updated_at },
    ];
  });
}
