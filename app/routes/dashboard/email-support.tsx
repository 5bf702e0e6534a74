import { useSupportEmail } from "#app/ui/root-data.ts";

/** A message to us that says which matter it is about (F-032, AMB-F07). */
export function EmailSupport({
  matter: { id, address },
}: {
  matter: { id: string; address: string };
}) {
  const email = useSupportEmail();
  if (!email) return null;
  const subject = encodeURIComponent(`Matter ${id}: ${address}`);
  return (
    <>
      <p>
        <a className="button" data-kind="secondary" href={`mailto:${email}?subject=${subject}`}>
          Email Support
        </a>
      </p>
      <p>{email}</p>
    </>
  );
}
