import { sql, type Kysely } from "kysely";

/**
 * Tasks of a matter, and questions to firms. A firm answers with a link that works once.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table chases (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      side text not null check (side in ('seller', 'buyer')),
      -- Step that the firm has, as in listed_transactions.next_step.
      step text not null check (step ~ '^[a-z_]+$'),
      lawyer_group_id object_id references lawyer_groups,
      estate_agent_id object_id references estate_agents,
      asked_by object_id references users,
      asked_at timestamptz not null default now(),
      follow_up_on date not null,
      token_hash text not null unique,
      expires_at timestamptz not null,
      answer text check (answer in ('done', 'by_day', 'waiting', 'not_ours')),
      answer_day date,
      answer_waiting_for text check (length(answer_waiting_for) between 1 and 200),
      answer_note text check (length(answer_note) between 1 and 2000),
      answered_by text check (length(answered_by) between 1 and 200),
      answered_at timestamptz,
      -- When the follow-up became a task. Null again once a firm names a later day.
      followed_up_at timestamptz,
      ended_at timestamptz,
      end_reason text check (end_reason in ('step_done', 'firm_replaced', 'matter_ended', 'asked_again')),
      check (num_nonnulls(lawyer_group_id, estate_agent_id) = 1),
      check ((answer is null) = (answered_at is null)),
      check ((answer is null) = (answered_by is null)),
      check (coalesce(answer = 'by_day', false) = (answer_day is not null)),
      check (coalesce(answer = 'waiting', false) = (answer_waiting_for is not null)),
      check ((ended_at is null) = (end_reason is null))
    )`.execute(db);
  await sql`
    create unique index chases_open
    on chases (transaction_id, side, step) where ended_at is null and answer is null`.execute(db);
  await sql`create index chases_matter on chases (transaction_id, asked_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create index chases_follow_up on chases (follow_up_on, id)
    where ended_at is null and followed_up_at is null`.execute(db);
  await sql`create index chases_purchase on chases (purchase_intent_id)`.execute(db);
  await sql`create index chases_lawyer_group on chases (lawyer_group_id)`.execute(db);
  await sql`create index chases_estate_agent on chases (estate_agent_id)`.execute(db);
  await sql`create index chases_asked_by on chases (asked_by)`.execute(db);
  await sql`
    create table tasks (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      title text not null check (length(title) between 1 and 200),
      due_on date not null,
      -- Person who does it; null for the handler of the matter.
      assignee_id object_id references users,
      -- Key of the template that the task comes from (app/domain/tasks/task-templates.ts).
      template text check (template ~ '^[a-z_]+$'),
      -- Question to a firm that the task follows from. The task is done once the question has ended.
      chase_id object_id references chases on delete cascade,
      created_by object_id references users,
      done_at timestamptz,
      done_by object_id references users,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (done_by is null or done_at is not null)
    )`.execute(db);
  await sql`
    create trigger tasks_touch before update on tasks
    for each row execute function touch_updated_at()`.execute(db);
  await sql`
    create unique index tasks_of_template on tasks (transaction_id, template) where template is not null`.execute(
    db,
  );
  await sql`create index tasks_matter on tasks (transaction_id, due_on, id)`.execute(db);
  await sql`
    create index tasks_assignee on tasks (assignee_id, due_on, id) where done_at is null`.execute(
    db,
  );
  await sql`create index tasks_chase on tasks (chase_id)`.execute(db);
  await sql`create index tasks_created_by on tasks (created_by)`.execute(db);
  await sql`create index tasks_done_by on tasks (done_by)`.execute(db);
  for (const table of ["tasks", "chases"]) {
    await sql`
      create trigger ${sql.id(`${table}_noted`)} after insert or delete or update on ${sql.table(table)}
      for each row execute function note_matters()`.execute(db);
  }
}
