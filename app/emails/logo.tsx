import { colour } from "./style.ts";

/**
 * Panes of the logo, from left to right. They are table cells, because many mail programs block
 * images.
 */
const PANES = [
  {
    className: "pd",
    height: "20px",
    borderRadius: "8px 0 0 0 / 20px 0 0 0",
    background: colour.pine,
  },
  {
    className: "pd",
    height: "24px",
    borderRadius: "8px 0 0 0 / 4px 0 0 0",
    background: colour.pine,
  },
  {
    className: "pn",
    height: "25px",
    borderRadius: "2px 2px 0 0 / 1px 1px 0 0",
    background: colour.amber,
  },
  {
    className: "pd",
    height: "24px",
    borderRadius: "0 8px 0 0 / 0 4px 0 0",
    background: colour.pine,
  },
  {
    className: "pd",
    height: "20px",
    borderRadius: "0 8px 0 0 / 0 20px 0 0",
    background: colour.pine,
  },
];

const empty = { fontSize: 0, lineHeight: 0 } as const;

export function EmailLogo() {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden>
      <tbody>
        <tr>
          {PANES.map(({ className, ...pane }, position) => (
            <td
              key={position}
              width="8"
              style={{ ...empty, padding: "0 1px", verticalAlign: "bottom" }}
            >
              <div className={className} style={{ width: "8px", ...pane }} />
            </td>
          ))}
        </tr>
        <tr>
          <td colSpan={PANES.length} style={{ ...empty, paddingTop: "2px" }}>
            <div
              className="pd"
              style={{ height: "3px", background: colour.pine, borderRadius: "2px" }}
            />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
