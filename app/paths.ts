/**
 * Every URL of the product is built here. No other file spells one: app/routes.ts declares each by the names of its
 * parameters, such as `paths.admin.user(":id")`.
 */

type Query = Record<string, string | number | boolean | null | undefined>;

function withQuery(path: string, query: Query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** What customers come for. */
export const ROLES = ["sell", "buy"] as const;
export type Role = (typeof ROLES)[number];

type Side = "seller" | "buyer" | ":side";

const INVITATIONS = { sell: "/admin/sellers-invitations", buy: "/admin/buyers-invitations" };

export const paths = {
  home: () => "/",
  contact: {
    /** The form stands on the landing page; an index route is posted to by its own query. */
    form: () => "/#contact",
    post: () => "/?index#contact",
    sent: () => "/?contact=sent#contact",
  },
  signIn: (query?: Query) => withQuery("/sign-in", query),
  signUp: (query?: Query) => withQuery("/sign-up", query),
  /** Asks staff for their second factor. */
  secondFactor: (query?: Query) => withQuery("/sign-in/second-factor", query),
  signOut: () => "/sign-out",
  /** Whose session it is, for a page that the browser has restored. */
  session: () => "/session",
  getStarted: (role: Role, query?: Query) => withQuery(`/${role}/get-started`, query),
  authenticate: (query?: Query) => withQuery("/authenticate", query),
  linkExpired: () => "/authenticate/link-expired",
  invitationLinkExpired: () => "/authenticate/invitation-link-expired",
  welcome: (role: Role) => `/${role}/welcome`,
  welcomeBack: (query?: Query) => withQuery("/welcome-back", query),
  /** What is held on whoever is signed in. */
  yourData: {
    page: () => "/your-data",
    copy: (id: string) => `/your-data/copies/${id}`,
    erasure: () => "/your-data/erasure",
    correction: () => "/your-data/correction",
    /** A customer's own phone number and postal address. */
    details: () => "/your-data/details",
  },
  /** Which emails a customer wants. */
  yourEmails: {
    page: () => "/your-emails",
    /** For whoever has the email, signed in or not. */
    off: (token: string) => `/your-emails/off/${token}`,
  },
  /** Where whoever is signed in is signed in, and what staff sign in with. */
  yourSignIns: {
    page: () => "/your-sign-ins",
    authenticator: () => "/your-sign-ins/authenticator",
    passkey: () => "/your-sign-ins/passkey",
    recoveryCodes: () => "/your-sign-ins/recovery-codes",
  },
  /** Where whoever is signed in makes and ends their private calendar address. */
  yourCalendar: () => "/your-calendar",
  /** What calendar programs read: whoever knows the token may. */
  calendar: (token: string) => `/calendar/${token}.ics`,
  sell: {
    /** Each page carries its sale in the address: `{ sale: id }`, or "new" while it is not saved. */
    welcome: (query?: Query) => withQuery("/sell/welcome", query),
    aboutYou: (query?: Query) => withQuery("/sell/about-you", query),
    aboutTheProperty: (query?: Query) => withQuery("/sell/about-the-property", query),
    /** Where the list of additional sellers stands. */
    sellers: (query?: Query) => `${withQuery("/sell/about-the-property", query)}#sellers`,
    /** @param id "add" for another one */
    seller: (id: string, query?: Query) =>
      withQuery(`/sell/about-the-property/sellers/${id}`, query),
    terms: (query?: Query) => withQuery("/sell/terms-and-conditions", query),
    payment: (query?: Query) => withQuery("/sell/payment", query),
    paymentIntent: (query?: Query) => withQuery("/sell/payment/intent", query),
    paymentSuccess: (query?: Query) => withQuery("/sell/payment-success", query),
  },
  buy: {
    /** Each page carries its purchase in the address: `{ purchase: id }`, or "new" while it is not saved. */
    welcome: (query?: Query) => withQuery("/buy/welcome", query),
    aboutYou: (query?: Query) => withQuery("/buy/about-you", query),
    aboutTheProperty: (query?: Query) => withQuery("/buy/about-the-property", query),
    /** Where the lists of additional buyers and of giftors stand. */
    buyers: (query?: Query) => `${withQuery("/buy/about-the-property", query)}#buyers`,
    /** @param id "add" for another one */
    buyer: (id: string, query?: Query) => withQuery(`/buy/about-the-property/buyers/${id}`, query),
    giftors: (query?: Query) => `${withQuery("/buy/about-the-property", query)}#giftors`,
    giftor: (id: string, query?: Query) =>
      withQuery(`/buy/about-the-property/giftors/${id}`, query),
    terms: (query?: Query) => withQuery("/buy/terms-and-conditions", query),
    whatsIncluded: (query?: Query) => withQuery("/buy/whats-included", query),
    success: (query?: Query) => withQuery("/buy/success", query),
  },
  cookieChoice: () => "/cookie-choice",
  site: {
    manifest: () => "/site.webmanifest",
    prefetch: () => "/prefetch.json",
    robots: () => "/robots.txt",
    securityContact: () => "/.well-known/security.txt",
    sitemap: () => "/sitemap.xml",
  },
  leads: {
    form: (valuerEmail: string) => `/leads/${encodeURIComponent(valuerEmail)}`,
    none: () => "/leads",
    success: () => "/leads/success",
  },
  partnerSignUp: () => "/partner-sign-up",
  dashboard: {
    sell: (transactionId: string) => `/dashboard/sell/${transactionId}`,
    chooseSolicitor: (transactionId: string) => `/dashboard/sell/${transactionId}/solicitor`,
    buy: (transactionId: string) => `/dashboard/buy/${transactionId}`,
    /** The property report that staff have shared with a buyer. */
    report: (transactionId: string) => `/dashboard/buy/${transactionId}/report`,
    /** A gift towards a purchase, for whoever gives it. */
    gift: (id: string) => `/dashboard/gift/${id}`,
    /** A date of a matter as a file for a calendar. */
    date: (role: Role | ":role", transactionId: string, kind: string) =>
      `/dashboard/${role}/${transactionId}/dates/${kind}.ics`,
  },
  accessibility: () => "/accessibility",
  legal: {
    sellerTerms: () => "/seller/terms/v1",
    buyerTerms: () => "/buyer/terms/v1",
    privacy: () => "/privacy-policy",
    cookies: () => "/cookie-policy",
  },
  addresses: {
    search: () => "/addresses/search",
  },
  admin: {
    home: () => "/admin",
    transactions: (query?: Query) => withQuery("/admin/transactions", query),
    feed: (query?: Query) => withQuery("/admin/feed", query),
    transaction: (id: string) => `/admin/transactions/${id}`,
    /** The tabs of a matter, in their order (K-010 to K-018), by the folder that has each tab's page. */
    transactionTab: {
      property: (id: string) => `/admin/transactions/${id}/property`,
      sellers: (id: string) => `/admin/transactions/${id}/sellers`,
      buyers: (id: string) => `/admin/transactions/${id}/buyers`,
      orders: (id: string) => `/admin/transactions/${id}/orders`,
      thirdfort: (id: string) => `/admin/transactions/${id}/thirdfort`,
      solicitors: (id: string) => `/admin/transactions/${id}/solicitors`,
      "estate-agent": (id: string, query?: Query) =>
        withQuery(`/admin/transactions/${id}/estate-agent`, query),
      searches: (id: string) => `/admin/transactions/${id}/searches`,
      events: (id: string, query?: Query) => withQuery(`/admin/transactions/${id}/events`, query),
      // Not among the specification's: its card (K-007) has a place of its own, and stands before no other tab.
      intelligence: (id: string) => `/admin/transactions/${id}/intelligence`,
    },
    transactionTags: (id: string) => `/admin/transactions/${id}/tags`,
    /** Where staff correct somebody who is named in a matter besides those who signed up. */
    correctPerson: (id: string, tab: "sellers" | "buyers", personId: string) =>
      `/admin/transactions/${id}/${tab}/people/${personId}`,
    /** Where they take them out, and name others. */
    removePerson: (id: string, tab: "sellers" | "buyers", personId: string) =>
      `/admin/transactions/${id}/${tab}/people/${personId}/remove`,
    addSeller: (id: string) => `/admin/transactions/${id}/sellers/add-seller`,
    addToPurchase: (id: string, purchaseId: string, kind: "buyer" | "giftor") =>
      `/admin/transactions/${id}/buyers/${purchaseId}/add-${kind}`,
    buyerFound: (id: string) => `/admin/transactions/${id}/buyers/buyer-found`,
    activatePurchase: (id: string, purchaseId: string) =>
      `/admin/transactions/${id}/buyers/${purchaseId}/activate`,
    significantDates: (id: string, purchaseId: string) =>
      `/admin/transactions/${id}/buyers/${purchaseId}/dates`,
    payments: (query?: Query) => withQuery("/admin/payments", query),
    paymentReview: (id: string) => `/admin/payments/${id}`,
    status: () => "/admin/status",
    retryJob: (id: string) => `/admin/status/jobs/${id}/try-again`,
    callOffJob: (id: string) => `/admin/status/jobs/${id}/call-off`,
    restoration: () => "/admin/restoration",
    endRestoration: () => "/admin/restoration/end",
    /** The seven stages of a matter, and what staff tell customers of them. */
    stages: {
      page: (id: string) => `/admin/transactions/${id}/stages`,
      addNote: (id: string) => `/admin/transactions/${id}/stages/notes/add`,
      takeBackNote: (id: string, noteId: string) =>
        `/admin/transactions/${id}/stages/notes/${noteId}/take-back`,
    },
    transactionHistory: (id: string, query?: Query) =>
      withQuery(`/admin/transactions/${id}/history`, query),
    matterFile: (id: string) => `/admin/transactions/${id}/file`,
    makeMatterFile: (id: string) => `/admin/transactions/${id}/file/make`,
    matterFileDownload: (id: string, copyId: string) =>
      `/admin/transactions/${id}/file/download/${copyId}`,
    /** Asks before a check is ordered, aborted or reordered. */
    identityCheck: (id: string, { person_type, person_id, verb }: Record<string, string>) =>
      `/admin/transactions/${id}/thirdfort/${person_type}/${person_id}/${verb}`,
    /** Where staff say what they found of an order that Thirdfort has not answered. */
    settleCheckOrder: (id: string, { person_type, person_id }: Record<string, string>) =>
      `/admin/transactions/${id}/thirdfort/${person_type}/${person_id}/settle`,
    requestChecks: (id: string, side: Side) =>
      `/admin/transactions/${id}/thirdfort/request/${side}`,
    solicitorLetter: (id: string, letterId: string) =>
      `/admin/transactions/${id}/solicitors/letters/${letterId}`,
    sendSolicitorLetterAgain: (id: string, side: Side) =>
      `/admin/transactions/${id}/solicitors/${side}/send-again`,
    assignSolicitors: (id: string) => `/admin/transactions/${id}/solicitors/assign`,
    putRightSolicitors: (id: string, side: Side) =>
      `/admin/transactions/${id}/solicitors/put-right/${side}`,
    orderSearches: (id: string) => `/admin/transactions/${id}/searches/order`,
    settleSearchOrder: (id: string) => `/admin/transactions/${id}/searches/settle`,
    requestWaterBill: (id: string) => `/admin/transactions/${id}/searches/water-bill`,
    searchDocument: (id: string, searchId: string) =>
      `/admin/transactions/${id}/searches/${searchId}/document`,
    reportDocuments: (id: string) => `/admin/transactions/${id}/searches/report/documents`,
    reportPages: (id: string) => `/admin/transactions/${id}/searches/report/pages`,
    generateReport: (id: string) => `/admin/transactions/${id}/searches/report`,
    /** Where staff share the report with the buyer, or withdraw it. */
    shareReport: (id: string, verb: "share" | "withdraw" | ":verb") =>
      `/admin/transactions/${id}/searches/report/sharing/${verb}`,
    reportDocument: (id: string, reportId: string) =>
      `/admin/transactions/${id}/searches/report/${reportId}`,
    refreshIntelligence: (id: string) => `/admin/transactions/${id}/intelligence/refresh`,
    assignEstateAgent: (id: string, query: { estate_agent: string }) =>
      withQuery(`/admin/transactions/${id}/estate-agent/assign`, query),
    putRightEstateAgent: (id: string) => `/admin/transactions/${id}/estate-agent/put-right`,
    transactionsGroups: (query?: Query) => withQuery("/admin/transactions-groups", query),
    /** Each page names its draft in the address, so that two tabs may make two groups. */
    newTransactionsGroup: {
      page: (query?: { draft: string }) => withQuery("/admin/transactions-groups/add", query),
      units: (query: { draft: string }) =>
        `${withQuery("/admin/transactions-groups/add", query)}#units-list`,
      representative: (query: { draft: string }) =>
        withQuery("/admin/transactions-groups/add/representative", query),
      company: (query: { draft: string }) =>
        withQuery("/admin/transactions-groups/add/company", query),
      /** @param id "add" for another one */
      unit: (id: string, query: { draft: string }) =>
        withQuery(`/admin/transactions-groups/add/units/${id}`, query),
      delete: (draft: string) => `/admin/transactions-groups/drafts/${draft}/delete`,
    },
    transactionsGroupCreated: (query: { group: string }) =>
      withQuery("/admin/transactions-groups/success", query),
    transactionsGroup: (id: string) => `/admin/transactions-groups/${id}`,
    transactionsGroupDetails: (id: string) => `/admin/transactions-groups/${id}/details`,
    transactionsGroupOps: (id: string, query?: Query) =>
      withQuery(`/admin/transactions-groups/${id}/ops`, query),
    assignGroupEstateAgent: (id: string, query: { estate_agent: string }) =>
      withQuery(`/admin/transactions-groups/${id}/ops/estate-agent`, query),
    assignGroupSolicitors: (id: string) => `/admin/transactions-groups/${id}/ops/solicitors`,
    estateAgents: (query?: Query) => withQuery("/admin/estate-agents", query),
    newEstateAgent: () => "/admin/estate-agents/add",
    estateAgent: (id: string) => `/admin/estate-agents/${id}`,
    /** Pages over an estate agent's, each of which changes a part of it. */
    estateAgentPart: {
      office: (id: string) => `/admin/estate-agents/${id}/office`,
      checks: (id: string) => `/admin/estate-agents/${id}/checks`,
      coordinator: (id: string) => `/admin/estate-agents/${id}/coordinator`,
      deleteCoordinator: (id: string) => `/admin/estate-agents/${id}/coordinator/delete`,
      addValuer: (id: string) => `/admin/estate-agents/${id}/valuers/add`,
      valuer: (id: string, valuerId: string) => `/admin/estate-agents/${id}/valuers/${valuerId}`,
      deleteValuer: (id: string, valuerId: string) =>
        `/admin/estate-agents/${id}/valuers/${valuerId}/delete`,
      addNegotiator: (id: string) => `/admin/estate-agents/${id}/negotiators/add`,
      negotiator: (id: string, negotiatorId: string) =>
        `/admin/estate-agents/${id}/negotiators/${negotiatorId}`,
      deleteNegotiator: (id: string, negotiatorId: string) =>
        `/admin/estate-agents/${id}/negotiators/${negotiatorId}/delete`,
    },
    lawFirms: () => "/admin/law-firms",
    newLawFirm: () => "/admin/law-firms/add",
    lawFirm: (id: string) => `/admin/law-firms/${id}`,
    editLawFirm: (id: string) => `/admin/law-firms/${id}/edit`,
    retireLawFirm: (id: string) => `/admin/law-firms/${id}/retire`,
    newLawyerGroup: (lawFirmId: string) => `/admin/law-firms/${lawFirmId}/lawyer-groups/add`,
    lawyerGroup: (id: string) => `/admin/lawyer-groups/${id}`,
    editLawyerGroup: (id: string) => `/admin/lawyer-groups/${id}/edit`,
    retireLawyerGroup: (id: string) => `/admin/lawyer-groups/${id}/retire`,
    options: (of: string, query?: { find: string }) => withQuery(`/admin/options/${of}`, query),
    searchShortcut: () => "/admin/search/shortcut",
    search: (query?: { q: string; kind?: string; page?: number }) =>
      withQuery("/admin/search", query),
    invitations: (role: Role, query?: Query) => withQuery(INVITATIONS[role], query),
    newInvitation: (role: Role) => `${INVITATIONS[role]}/add`,
    invitationSuccess: (role: Role, query: { id: string }) =>
      withQuery(`${INVITATIONS[role]}/success`, query),
    cancelInvitation: (role: Role, id: string) => `${INVITATIONS[role]}/${id}/cancel`,
    resendInvitation: (role: Role, id: string) => `${INVITATIONS[role]}/${id}/resend`,
    stats: (query?: Query) => withQuery("/admin/stats", query),
    referrals: (kind: string, query?: Query) => withQuery(`/admin/stats/referrals/${kind}`, query),
    /** The record of processing activities that the ICO may ask for. */
    processingRecord: () => "/admin/processing-record",
    privacyRequests: () => "/admin/privacy-requests",
    carryOutErasure: (id: string) => `/admin/privacy-requests/${id}/carry-out`,
    answerCorrection: (id: string) => `/admin/privacy-requests/corrections/${id}`,
    refuseErasure: (id: string) => `/admin/privacy-requests/${id}/refuse`,
    staff: () => "/admin/staff",
    newStaff: () => "/admin/staff/add",
    staffMember: (id: string) => `/admin/staff/${id}`,
    staffRoles: (id: string) => `/admin/staff/${id}/roles`,
    deactivateStaff: (id: string) => `/admin/staff/${id}/deactivate`,
    bringBackStaff: (id: string) => `/admin/staff/${id}/bring-back`,
    resetSecondFactor: (id: string) => `/admin/staff/${id}/second-factor`,
    /** @param session "all", or the one to end */
    endStaffSessions: (id: string, session: string) => `/admin/staff/${id}/sessions/${session}`,
    accessReview: () => "/admin/staff/review",
    confirmAccessReview: () => "/admin/staff/review/confirm",
    users: (query?: Query) => withQuery("/admin/users", query),
    user: (id: string) => `/admin/users/${id}`,
    correctUser: (id: string) => `/admin/users/${id}/correct`,
    copyUserData: (id: string) => `/admin/users/${id}/copy-data`,
    askCharlie: (query?: { step: number }) => withQuery("/admin/ask-charlie", query),
    unmatchedEmails: (query?: Query) => withQuery("/admin/unmatched-emails", query),
    rematchAllEmails: () => "/admin/unmatched-emails/rematch-all",
    emailAttachment: (id: string, position: number | ":position") =>
      `/admin/emails/${id}/attachments/${position}`,
    emailHtml: (id: string) => `/admin/emails/${id}/formatted`,
    brands: () => "/admin/estate-agent-brands",
    newBrand: () => "/admin/estate-agent-brands/add",
    brand: (id: string) => `/admin/estate-agent-brands/${id}`,
    deleteBrand: (id: string) => `/admin/estate-agent-brands/${id}/delete`,
  },
  webhooks: {
    stripe: () => "/webhooks/stripe",
    postmarkInbound: () => "/webhooks/postmark/inbound",
    postmarkOutcomes: () => "/webhooks/postmark/outcomes",
    thirdfort: () => "/webhooks/thirdfort",
    searches: (secret?: string) => (secret ? `/webhooks/searches/${secret}` : "/webhooks/searches"),
  },
  mocks: {
    home: () => "/mocks",
    ui: () => "/mocks/ui",
    bare: () => "/mocks/bare",
    postbox: (query?: Query) => withQuery("/mocks/post-box", query),
    write: (query?: { answer: string }) => withQuery("/mocks/post-box/write", query),
    email: (id: string) => `/mocks/post-box/${id}`,
    emailBody: (id: string) => `/mocks/post-box/${id}/html`,
    stripe: () => "/mocks/stripe",
    thirdfort: () => "/mocks/thirdfort",
    thirdfortCheck: (id: string) => `/mocks/thirdfort/${id}`,
    oneSearch: () => "/mocks/one-search",
    oneSearchOrder: (reference: string) => `/mocks/one-search/orders/${reference}`,
    hubspot: () => "/mocks/hubspot/form",
  },
};
