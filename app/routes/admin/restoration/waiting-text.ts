import { pluralise } from "#app/domain/shared/format.ts";

export function waitingText({ emails, jobs }: { emails: number; jobs: number }): string {
  if (emails + jobs === 0) return "No emails or jobs are waiting.";
  const parts = [emails > 0 && pluralise(emails, "email"), jobs > 0 && pluralise(jobs, "job")];
  const verb = emails + jobs === 1 ? "is" : "are";
  return `${parts.filter(Boolean).join(" and ")} ${verb} waiting and will be processed immediately.`;
}
