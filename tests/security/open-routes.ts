/** Reasons why routes answer visitors who have not signed in, by the route’s id. */
export const publicRoutes: Record<string, string> = {
  root: "reads the message cookie and gives the support address",
  "routes/sign-in/sign-in": "visitors without a session sign in here",
  "routes/sign-in/sign-up": "see above",
  "sell/get-started": "see above",
  "buy/get-started": "see above",
  "routes/sign-in/authenticate": "the token of the link is the permission",
  "routes/sign-in/sign-out": "ends the visitor's own session, if there is one",
  "routes/sign-in/session": "returns the visitor's own id, if they have a session",
  "routes/account/unsubscribe": "the token of the email is the permission to switch it off",
  "routes/calendar/calendar":
    "the token in its address is the permission, and wrong tokens are rate-limited",
  "routes/ready/ready":
    "the token of the link, or its cookie, is the permission, and wrong tokens are rate-limited",
  "routes/answers/answer":
    "the token of the link, or its cookie, is the permission, and wrong tokens are rate-limited",
  "routes/firm-pages/sign-in":
    "the email box of a law firm’s page, the same for every matter and limited like the sign-in",
  "routes/firm-pages/open":
    "the token of the link is the permission, and wrong tokens are rate-limited",
  "routes/firm-pages/sign-out": "ends the law firm's own session, if there is one",
  "routes/agent-pages/sign-in":
    "the email box of an office’s page, the same for every office and limited like the sign-in",
  "routes/agent-pages/open":
    "the token of the link is the permission, and wrong tokens are rate-limited",
  "routes/agent-pages/sign-out": "ends the office's own session, if there is one",
  "routes/leads/leads":
    "the address in the path identifies a valuer (G-039), and lookups are rate-limited",
  "routes/leads/no-email": "shows that the address is missing",
  "routes/site/partner-sign-up": "a public page, which reads the visitor's own cookie",
  "routes/site/home": "the landing page, whose form anyone may submit within a rate limit",
  "routes/site/robots": "for search engines, the same for everyone",
  "routes/site/sitemap": "see above",
  "routes/site/manifest": "for browsers, the same for everyone",
  "routes/site/prefetch": "see above",
  "routes/site/security": "whom to tell about a weakness",
  "routes/site/cookie-choice": "sets a cookie of the visitor's own browser",
  "routes/legal/buyer-terms": "a public page",
  "routes/legal/seller-terms": "a public page",
  "routes/legal/privacy-policy": "a public page",
  "routes/legal/cookie-policy": "a public page, which reads the visitor's own cookie",
  "routes/legal/privacy": "a public address that leads to the privacy policy",
  "routes/site/not-found": "shows the 404 page, with the visitor's own name",
  "routes/webhooks/stripe": "Stripe's signature is the permission",
  "routes/webhooks/thirdfort": "Thirdfort's signature is the permission",
  "routes/webhooks/postmark-inbound": "the password in its address is the permission",
  "routes/webhooks/postmark-outcomes": "the password in its address is the permission",
  "routes/mocks/ui": "samples of the design without personal data, only while doubles run",
};
