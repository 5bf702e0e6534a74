import { readBrokenAudit } from "#app/domain/audit/check.server.ts";
import { counted } from "#app/domain/fields/words.ts";
import { defineEmail } from "./email.ts";
import { Paragraph, Title } from "./pieces.tsx";

/** To the team: somebody with the rights of the database's owner may have changed the log. */
export const audit_broken = defineEmail({
  read: readBrokenAudit,
  subject: () => "The audit log is not what was sealed",
  preview: ({ count }) => `${counted(count, "finding")} of the nightly check.`,
  Body: ({ count, first }) => (
    <>
      <Title>The audit log is not what was sealed</Title>
      <Paragraph>
        The check of this night has {counted(count, "finding")}. Change nothing in the database,
        keep its backups, and find out who had access. What to do stands in docs/operations.md.
      </Paragraph>
      {first.map((finding) => (
        <Paragraph key={finding}>{finding}</Paragraph>
      ))}
    </>
  ),
});
