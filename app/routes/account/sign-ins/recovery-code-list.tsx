import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Page
      title="Keep these recovery codes"
      width="narrow"
      lead="Each signs you in once, when you have lost your passkey or your app. They are not shown again: print them, or put them where you keep passwords."
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
          <ButtonLink to={paths.yourSignIns.page()}>I have kept them</ButtonLink>
        </p>
      </div>
    </Page>
  );
}
