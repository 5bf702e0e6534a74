import { useEffect, useState } from "react";

type EmbedOptions = {
  region: string;
  portalId: string;
  formId: string;
  target: string;
  css: string;
  cssRequired: string;
};

declare global {
  interface Window {
    /** Put there by HubSpot's script. */
    hbspt?: { forms: { create: (options: EmbedOptions) => void } };
  }
}

/** The data centre of the form (G-066, G-067). */
const REGION = "eu1";

const PLACE = "partner-form";

/** HubSpot's form. Without its own styles it stands in our page rather than in a frame, and in our style. */
export function HubSpotForm({
  portalId,
  formId,
  scriptUrl,
}: {
  portalId: string;
  formId: string;
  scriptUrl: string;
}) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () =>
      window.hbspt?.forms.create({
        region: REGION,
        portalId,
        formId,
        target: `#${PLACE}`,
        css: "",
        cssRequired: "",
      });
    script.onerror = () => setFailed(true);
    document.head.append(script);
    return () => {
      script.onload = null;
      script.remove();
    };
  }, [portalId, formId, scriptUrl]);
  return (
    <>
      <div id={PLACE} className="partner-form" />
      <noscript>
        <p>The form needs JavaScript, which is switched off here.</p>
      </noscript>
      <p role="status">
        {failed ? "The form could not be loaded. Please use one of the ways below." : null}
      </p>
    </>
  );
}
