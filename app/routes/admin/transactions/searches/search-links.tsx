import { useState } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { SearchesView } from "./view.server.ts";

/**
 * Where staff look further: a map, the land registry, and the order at the provider (O-017 to O-019). With scripts the
 * postcode is copied before the land registry opens; without, it stands there to be selected (AMB-O04).
 */
export function SearchLinks({ links }: { links: SearchesView["links"] }) {
  const { map, land_registry, postcode, provider } = links;
  const [copied, setCopied] = useState(false);
  const copy = () => {
    if (!postcode || !("clipboard" in navigator)) return;
    navigator.clipboard.writeText(postcode).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <ul className="search-links">
      <li>
        <a href={map} {...ELSEWHERE}>
          Maps
          <NewTab />
        </a>
      </li>
      <li>
        <a href={land_registry} {...ELSEWHERE} onClick={copy}>
          Land registry
          <NewTab />
        </a>
        {postcode ? <CopyButton compact label="Postcode" value={postcode} /> : null}
        <span role="status" className="hint">
          {copied ? "Copied: Postcode" : ""}
        </span>
      </li>
      {provider ? (
        <li>
          <a href={provider.url} {...ELSEWHERE}>
            Order {provider.reference}
            <span className="vh"> at OneSearch</span>
            <NewTab />
          </a>
        </li>
      ) : null}
    </ul>
  );
}

const ELSEWHERE = { target: "_blank", rel: "noopener noreferrer" } as const;

function NewTab() {
  return <span className="vh"> (opens in a new tab)</span>;
}
