import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** Shows ten recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Page
      title="Save your recovery codes"
      width="narrow"
      lead="Use one of these to sign in if you lose your passkey or authenticator app. Each works once. We won’t show them again, so print them or save them in your password manager."
    >
      <div className="stack" data-gap="l">
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p>
          <ButtonLink to={paths.yourSignIns.page()}>I’ve saved them</ButtonLink>
        </p>
      </div>
    </Page>
  );
}
