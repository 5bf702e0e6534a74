/**
 * Returns the lines that `npm start` prints when the service is ready. They mention Ada only if the
 * database contains demonstration data, which is never added to the database in DATABASE_URL
 * (IN-15).
 * @param {Partial<Record<"APP_URL" | "DOUBLES" | "DATABASE_URL", string>>} settings
 */
export function placesToLook({ APP_URL, DOUBLES, DATABASE_URL }) {
  const service = `Fanlight      ${APP_URL}`;
  if (DOUBLES !== "true") return [service];
  return [
    service,
    DATABASE_URL
      ? `Back office   ${APP_URL}/sign-in  as an administrator. To add the first: npm run staff:first -- you@firm.example Your Name`
      : `Back office   ${APP_URL}/sign-in  as ada@fanlight.example`,
    `Post-box      ${APP_URL}/mocks/post-box  where every email arrives, sign-in links included`,
    `Stand-ins     ${APP_URL}/mocks  for third parties, and where to start (see docs/walkthrough.md)`,
  ];
}
