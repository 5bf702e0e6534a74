/**
 * URLs of the product, each written only in this file. Links call these functions; app/routes.ts
 * uses their patterns.
 */

import { pattern, type Query } from "./platform/pattern.ts";

export const ROLES = ["sell", "buy"] as const;
export type Role = (typeof ROLES)[number];

export const invitationsTo = {
  sell: invitationsAt("/admin/sellers-invitations"),
  buy: invitationsAt("/admin/buyers-invitations"),
};

function invitationsAt<List extends string>(list: List) {
  return {
    list: pattern(list),
    add: pattern(`${list}/add`),
    success: pattern(`${list}/success`),
    cancel: pattern(`${list}/:id/cancel`),
    resend: pattern(`${list}/:id/resend`),
  };
}

function peopleAt<Tab extends PeopleTab>(tab: Tab) {
  return {
    correct: pattern(`/admin/transactions/:id/${tab}/people/:personId`),
    remove: pattern(`/admin/transactions/:id/${tab}/people/:personId/remove`),
  };
}

type PeopleTab = "sellers" | "buyers";

export const paths = {
  home: pattern("/"),
  contact: {
    /**
     * Contact form on the landing page. Remix submits to an index route only if the URL contains
     * `?index`.
     */
    form: () => "/#contact",
    post: () => "/?index#contact",
    sent: () => "/?contact=sent#contact",
  },
  signIn: pattern("/sign-in"),
  signUp: pattern("/sign-up"),
  secondFactor: pattern("/sign-in/second-factor"),
  signOut: pattern("/sign-out"),
  /**
   * Returns the user of the session, so that a page restored by the browser can check its reader.
   */
  session: pattern("/session"),
  getStarted: (role: Role, query?: Query): string => paths[role].getStarted(query),
  authenticate: pattern("/authenticate"),
  linkExpired: pattern("/authenticate/link-expired"),
  invitationLinkExpired: pattern("/authenticate/invitation-link-expired"),
  welcome: (role: Role): string => paths[role].welcome(),
  welcomeBack: pattern("/welcome-back"),
  yourData: {
    page: pattern("/your-data"),
    copy: pattern("/your-data/copies/:id"),
    erasure: pattern("/your-data/erasure"),
    correction: pattern("/your-data/correction"),
    details: pattern("/your-data/details"),
  },
  yourEmails: {
    page: pattern("/your-emails"),
    /** Unsubscribe link of an email. Works without sign-in, for anyone who has the email. */
    off: pattern("/your-emails/off/:token"),
  },
  /** Page of the signed-in user's sessions, and of the second factors if the user is staff. */
  yourSignIns: {
    page: pattern("/your-sign-ins"),
    authenticator: pattern("/your-sign-ins/authenticator"),
    passkey: pattern("/your-sign-ins/passkey"),
    recoveryCodes: pattern("/your-sign-ins/recovery-codes"),
  },
  yourCalendar: pattern("/your-calendar"),
  /** Calendar feed. Works without sign-in, for anyone who has the token. */
  calendar: pattern("/calendar/:token.ics"),
  sell: {
    getStarted: pattern("/sell/get-started"),
    /**
     * The query of each page below names its sale: `{ sale: id }`, or "new" until the sale is
     * saved.
     */
    welcome: pattern("/sell/welcome"),
    aboutYou: pattern("/sell/about-you"),
    aboutTheProperty: pattern("/sell/about-the-property"),
    sellers: (query?: Query): string => `${paths.sell.aboutTheProperty(query)}#sellers`,
    /** If `person` is "add", the page adds a seller. */
    seller: pattern("/sell/about-the-property/sellers/:person"),
    terms: pattern("/sell/terms-and-conditions"),
    payment: pattern("/sell/payment"),
    paymentIntent: pattern("/sell/payment/intent"),
    paymentSuccess: pattern("/sell/payment-success"),
  },
  buy: {
    getStarted: pattern("/buy/get-started"),
    /**
     * The query of each page below names its purchase: `{ purchase: id }`, or "new" until it is
     * saved.
     */
    welcome: pattern("/buy/welcome"),
    aboutYou: pattern("/buy/about-you"),
    aboutTheProperty: pattern("/buy/about-the-property"),
    buyers: (query?: Query): string => `${paths.buy.aboutTheProperty(query)}#buyers`,
    /** If `person` is "add", the page adds a buyer. */
    buyer: pattern("/buy/about-the-property/buyers/:person"),
    giftors: (query?: Query): string => `${paths.buy.aboutTheProperty(query)}#giftors`,
    giftor: pattern("/buy/about-the-property/giftors/:person"),
    terms: pattern("/buy/terms-and-conditions"),
    whatsIncluded: pattern("/buy/whats-included"),
    success: pattern("/buy/success"),
  },
  cookieChoice: pattern("/cookie-choice"),
  site: {
    manifest: pattern("/site.webmanifest"),
    prefetch: pattern("/prefetch.json"),
    robots: pattern("/robots.txt"),
    securityContact: pattern("/.well-known/security.txt"),
    sitemap: pattern("/sitemap.xml"),
  },
  leads: {
    form: pattern("/leads/:email"),
    none: pattern("/leads"),
    success: pattern("/leads/success"),
  },
  partnerSignUp: pattern("/partner-sign-up"),
  dashboard: {
    sell: pattern("/dashboard/sell/:id"),
    chooseSolicitor: pattern("/dashboard/sell/:id/solicitor"),
    readyLinks: pattern("/dashboard/sell/:id/share"),
    /** Questions about the property, for the sellers. */
    propertyInformation: {
      sections: pattern("/dashboard/sell/:id/property-information"),
      summary: pattern("/dashboard/sell/:id/property-information/summary"),
      /** `format` is "pdf" or "json". */
      download: pattern("/dashboard/sell/:id/property-information/download/:format"),
      section: pattern("/dashboard/sell/:id/property-information/:section"),
    },
    buy: pattern("/dashboard/buy/:id"),
    report: pattern("/dashboard/buy/:id/report"),
    gift: pattern("/dashboard/gift/:id"),
    date: pattern("/dashboard/:role/:id/dates/:kind.ics"),
    /** Documents of the reader’s own side. `role` is "sell" or "buy". */
    documents: pattern("/dashboard/:role/:id/documents"),
    /** Conversation of the reader’s own side with us. `role` is "sell" or "buy". */
    messages: pattern("/dashboard/:role/:id/messages"),
  },
  /**
   * Shows how ready a home is for a buyer. The link to it has a token in its query, which the page
   * exchanges for a cookie.
   */
  ready: pattern("/ready/:id"),
  /** Our question to a firm. The link to it has a token in its query, like `ready`. */
  chase: pattern("/answers/:id"),
  /** Private page of the law firm of one side of a matter. `side` is "seller" or "buyer". */
  firm: {
    page: pattern("/law-firm/:side/:id"),
    signIn: pattern("/law-firm/:side/:id/sign-in"),
    /** Page that an emailed sign-in link opens. Its query has the token. */
    open: pattern("/law-firm/:side/:id/open"),
    signOut: pattern("/law-firm/:side/:id/sign-out"),
    dates: pattern("/law-firm/:side/:id/dates"),
    question: pattern("/law-firm/:side/:id/question"),
    file: pattern("/law-firm/:side/:id/files/:file"),
  },
  /** Private page of an estate agent’s office, with its sales. */
  agent: {
    page: pattern("/agents/:id"),
    signIn: pattern("/agents/:id/sign-in"),
    /** Page that an emailed sign-in link opens. Its query has the token. */
    open: pattern("/agents/:id/open"),
    signOut: pattern("/agents/:id/sign-out"),
    sale: pattern("/agents/:id/sales/:transactionId"),
  },
  /** Uploaded document, for the side of the matter that it belongs to, and for staff. */
  document: pattern("/documents/:id"),
  accessibility: pattern("/accessibility"),
  legal: {
    sellerTerms: pattern("/seller/terms/v1"),
    buyerTerms: pattern("/buyer/terms/v1"),
    privacy: pattern("/privacy-policy"),
    cookies: pattern("/cookie-policy"),
  },
  addresses: {
    search: pattern("/addresses/search"),
  },
  admin: {
    home: pattern("/admin"),
    /** Work that waits. The query names the view or a colleague. */
    desk: pattern("/admin/desk"),
    /** Events of the reader’s matters since the working day before. */
    sinceYesterday: pattern("/admin/desk/since-yesterday"),
    /** Marks a note that mentions the reader as read. Has no page. */
    readMention: pattern("/admin/desk/mentions/:id"),
    transactions: pattern("/admin/transactions"),
    feed: pattern("/admin/feed"),
    transaction: pattern("/admin/transactions/:id"),
    /**
     * Tabs of a matter. Each key is the folder of the tab's page
     * (routes/admin/transactions/tabs.tsx).
     */
    transactionTab: {
      property: pattern("/admin/transactions/:id/property"),
      sellers: pattern("/admin/transactions/:id/sellers"),
      buyers: pattern("/admin/transactions/:id/buyers"),
      orders: pattern("/admin/transactions/:id/orders"),
      thirdfort: pattern("/admin/transactions/:id/thirdfort"),
      solicitors: pattern("/admin/transactions/:id/solicitors"),
      "estate-agent": pattern("/admin/transactions/:id/estate-agent"),
      searches: pattern("/admin/transactions/:id/searches"),
      events: pattern("/admin/transactions/:id/events"),
      "property-information": pattern("/admin/transactions/:id/property-information"),
      intelligence: pattern("/admin/transactions/:id/intelligence"),
      documents: pattern("/admin/transactions/:id/documents"),
      messages: pattern("/admin/transactions/:id/messages"),
    },
    transactionTags: pattern("/admin/transactions/:id/tags"),
    /** Form that gives a matter to another handler. */
    handOver: pattern("/admin/transactions/:id/hand-over"),
    actions: {
      /** Page of an action of staff, such as "change-agreed-price". */
      take: pattern("/admin/transactions/:id/actions/:action"),
      undo: pattern("/admin/transactions/:id/actions/:actionId/undo"),
    },
    /** Matters of each handler, for leads. */
    workload: pattern("/admin/workload"),
    takesNewMatters: pattern("/admin/workload/:id/new-matters"),
    /** List from which leads choose matters to give to one handler. */
    assignMatters: pattern("/admin/workload/assign"),
    /** The query names the chosen matters. */
    confirmAssignment: pattern("/admin/workload/assign/confirm"),
    /** Days on which staff are away: their own and, for leads, everyone’s. */
    absences: pattern("/admin/days-away"),
    newAbsence: pattern("/admin/days-away/add"),
    removeAbsence: pattern("/admin/days-away/:id/remove"),
    /** Form to correct a participant other than the primary customer. */
    correctPerson: (id: string, tab: PeopleTab, personId: string): string =>
      paths.admin.people[tab].correct(id, personId),
    /** Form to remove a participant and add others. */
    removePerson: (id: string, tab: PeopleTab, personId: string): string =>
      paths.admin.people[tab].remove(id, personId),
    people: { sellers: peopleAt("sellers"), buyers: peopleAt("buyers") },
    addSeller: pattern("/admin/transactions/:id/sellers/add-seller"),
    addToPurchase: (id: string, purchaseId: string, kind: "buyer" | "giftor"): string =>
      paths.admin.addToPurchaseAs[kind](id, purchaseId),
    addToPurchaseAs: {
      buyer: pattern("/admin/transactions/:id/buyers/:purchaseId/add-buyer"),
      giftor: pattern("/admin/transactions/:id/buyers/:purchaseId/add-giftor"),
    },
    buyerFound: pattern("/admin/transactions/:id/buyers/buyer-found"),
    activatePurchase: pattern("/admin/transactions/:id/buyers/:purchaseId/activate"),
    /** Forms of the referral fee of each side. */
    referralFee: {
      seller: pattern("/admin/transactions/:id/sellers/referral-fee"),
      buyer: pattern("/admin/transactions/:id/buyers/:purchaseId/referral-fee"),
    },
    significantDates: pattern("/admin/transactions/:id/buyers/:purchaseId/dates"),
    invoices: pattern("/admin/invoices"),
    /** The query has the owner and the month of the sales. */
    newInvoice: pattern("/admin/invoices/add"),
    invoicesReceived: pattern("/admin/invoices/received"),
    invoicesExport: pattern("/admin/invoices/export"),
    invoiceNotReceived: pattern("/admin/invoices/:id/not-received"),
    cancelInvoice: pattern("/admin/invoices/:id/cancel"),
    /** The query has the owner and the month of the sales. */
    invoiceNotNeeded: pattern("/admin/invoices/not-needed"),
    /** The id is that of the order. */
    invoiceNeeded: pattern("/admin/invoices/:id/needed"),
    payments: pattern("/admin/payments"),
    paymentReview: pattern("/admin/payments/:id"),
    status: pattern("/admin/status"),
    retryJob: pattern("/admin/status/jobs/:id/try-again"),
    callOffJob: pattern("/admin/status/jobs/:id/call-off"),
    restoration: pattern("/admin/restoration"),
    endRestoration: pattern("/admin/restoration/end"),
    stages: {
      page: pattern("/admin/transactions/:id/stages"),
      addNote: pattern("/admin/transactions/:id/stages/notes/add"),
      takeBackNote: pattern("/admin/transactions/:id/stages/notes/:noteId/take-back"),
      packReady: pattern("/admin/transactions/:id/stages/contract-pack/ready"),
      undoPackReady: pattern("/admin/transactions/:id/stages/contract-pack/undo"),
    },
    /** Asks a firm about its step. `firm` is one of CHASED_FIRMS. */
    chase: pattern("/admin/transactions/:id/chase/:firm"),
    tasks: {
      add: pattern("/admin/transactions/:id/tasks/add"),
      ofStage: pattern("/admin/transactions/:id/tasks/add-stage"),
      edit: pattern("/admin/transactions/:id/tasks/:taskId"),
      mark: pattern("/admin/transactions/:id/tasks/:taskId/mark"),
      delete: pattern("/admin/transactions/:id/tasks/:taskId/delete"),
    },
    /** Form that declines the agent’s memorandum of sale. */
    declineMemorandum: pattern("/admin/transactions/:id/memorandum/:memorandumId/decline"),
    transactionHistory: pattern("/admin/transactions/:id/history"),
    matterFile: pattern("/admin/transactions/:id/file"),
    matterFileDownload: pattern("/admin/transactions/:id/file/download/:copyId"),
    identityCheck: pattern("/admin/transactions/:id/thirdfort/:personType/:personId/:verb"),
    /** Form to order the identity checks of several people of a matter at once. */
    orderChecks: pattern("/admin/transactions/:id/thirdfort/order"),
    /** Form to record the outcome of a check order that Thirdfort did not answer. */
    settleCheckOrder: pattern("/admin/transactions/:id/thirdfort/:personType/:personId/settle"),
    requestChecks: pattern("/admin/transactions/:id/thirdfort/request/:side"),
    solicitorLetter: pattern("/admin/transactions/:id/solicitors/letters/:letterId"),
    sendSolicitorLetterAgain: pattern("/admin/transactions/:id/solicitors/:side/send-again"),
    assignSolicitors: pattern("/admin/transactions/:id/solicitors/assign"),
    putRightSolicitors: pattern("/admin/transactions/:id/solicitors/put-right/:side"),
    orderSearches: pattern("/admin/transactions/:id/searches/order"),
    settleSearchOrder: pattern("/admin/transactions/:id/searches/settle"),
    /** Documents of all matters that staff must review, or that are overdue. */
    documentRequests: pattern("/admin/documents"),
    requestDocument: pattern("/admin/transactions/:id/documents/request"),
    uploadDocuments: pattern("/admin/transactions/:id/documents/upload"),
    /** Confirmation page before a reminder of a request is sent. */
    remindOfRequest: pattern("/admin/transactions/:id/documents/requests/:requestId/remind"),
    /** Confirmation page of a decision on a request: accept, send back, not needed or undo. */
    decideRequest: pattern("/admin/transactions/:id/documents/requests/:requestId/:decision"),
    /** Confirmation page before an attachment of an email becomes a document of the matter. */
    fileAttachment: pattern("/admin/transactions/:id/documents/attachments/:attachmentId"),
    /** Confirmation page of an email with accepted documents to the solicitor of a side. */
    emailDocuments: pattern("/admin/transactions/:id/documents/email/:side"),
    requestWaterBill: pattern("/admin/transactions/:id/searches/water-bill"),
    searchDocument: pattern("/admin/transactions/:id/searches/:searchId/document"),
    reportDocuments: pattern("/admin/transactions/:id/searches/report/documents"),
    reportPages: pattern("/admin/transactions/:id/searches/report/pages"),
    generateReport: pattern("/admin/transactions/:id/searches/report"),
    /** Confirmation page before the report is shared with the buyer, or sharing is withdrawn. */
    shareReport: pattern("/admin/transactions/:id/searches/report/sharing/:verb"),
    reportDocument: pattern("/admin/transactions/:id/searches/report/:reportId"),
    /** `recipient` is "buyer_solicitor" or "estate_agent". */
    sharePropertyInformation: pattern(
      "/admin/transactions/:id/property-information/share/:recipient",
    ),
    propertyInformationDownload: pattern(
      "/admin/transactions/:id/property-information/download/:format",
    ),
    refreshIntelligence: pattern("/admin/transactions/:id/intelligence/refresh"),
    assignEstateAgent: pattern("/admin/transactions/:id/estate-agent/assign"),
    putRightEstateAgent: pattern("/admin/transactions/:id/estate-agent/put-right"),
    refund: pattern("/admin/transactions/:id/orders/refund"),
    agentFee: pattern("/admin/transactions/:id/estate-agent/fee"),
    readyLinks: pattern("/admin/transactions/:id/estate-agent/ready-links"),
    transactionsGroups: pattern("/admin/transactions-groups"),
    /** The query of each page names its draft, so that two browser tabs can create two groups. */
    newTransactionsGroup: {
      page: pattern("/admin/transactions-groups/add"),
      units: (query: { draft: string }): string =>
        `${paths.admin.newTransactionsGroup.page(query)}#units-list`,
      representative: pattern("/admin/transactions-groups/add/representative"),
      company: pattern("/admin/transactions-groups/add/company"),
      /** If `unit` is "add", the page adds a unit. */
      unit: pattern("/admin/transactions-groups/add/units/:unit"),
      delete: pattern("/admin/transactions-groups/drafts/:draft/delete"),
    },
    transactionsGroupCreated: pattern("/admin/transactions-groups/success"),
    transactionsGroup: pattern("/admin/transactions-groups/:id"),
    transactionsGroupDetails: pattern("/admin/transactions-groups/:id/details"),
    transactionsGroupOps: pattern("/admin/transactions-groups/:id/ops"),
    assignGroupEstateAgent: pattern("/admin/transactions-groups/:id/ops/estate-agent"),
    assignGroupSolicitors: pattern("/admin/transactions-groups/:id/ops/solicitors"),
    estateAgents: pattern("/admin/estate-agents"),
    newEstateAgent: pattern("/admin/estate-agents/add"),
    estateAgent: pattern("/admin/estate-agents/:id"),
    /** Dialogs that each edit one part of an estate agent. */
    estateAgentPart: {
      office: pattern("/admin/estate-agents/:id/office"),
      checks: pattern("/admin/estate-agents/:id/checks"),
      coordinator: pattern("/admin/estate-agents/:id/coordinator"),
      deleteCoordinator: pattern("/admin/estate-agents/:id/coordinator/delete"),
      addValuer: pattern("/admin/estate-agents/:id/valuers/add"),
      valuer: pattern("/admin/estate-agents/:id/valuers/:valuerId"),
      deleteValuer: pattern("/admin/estate-agents/:id/valuers/:valuerId/delete"),
      addNegotiator: pattern("/admin/estate-agents/:id/negotiators/add"),
      negotiator: pattern("/admin/estate-agents/:id/negotiators/:negotiatorId"),
      deleteNegotiator: pattern("/admin/estate-agents/:id/negotiators/:negotiatorId/delete"),
    },
    lawFirms: pattern("/admin/law-firms"),
    newLawFirm: pattern("/admin/law-firms/add"),
    lawFirm: pattern("/admin/law-firms/:id"),
    editLawFirm: pattern("/admin/law-firms/:id/edit"),
    retireLawFirm: pattern("/admin/law-firms/:id/retire"),
    newLawyerGroup: pattern("/admin/law-firms/:id/lawyer-groups/add"),
    lawyerGroup: pattern("/admin/lawyer-groups/:id"),
    editLawyerGroup: pattern("/admin/lawyer-groups/:id/edit"),
    retireLawyerGroup: pattern("/admin/lawyer-groups/:id/retire"),
    options: pattern("/admin/options/:of"),
    searchShortcut: pattern("/admin/search/shortcut"),
    search: pattern("/admin/search"),
    invitations: (role: Role, query?: Query): string => invitationsTo[role].list(query),
    newInvitation: (role: Role): string => invitationsTo[role].add(),
    invitationSuccess: (role: Role, query: { id: string }): string =>
      invitationsTo[role].success(query),
    cancelInvitation: (role: Role, id: string): string => invitationsTo[role].cancel(id),
    resendInvitation: (role: Role, id: string): string => invitationsTo[role].resend(id),
    stats: pattern("/admin/stats"),
    referrals: pattern("/admin/stats/referrals/:kind"),
    /** Record of processing activities that the ICO may request. */
    processingRecord: pattern("/admin/processing-record"),
    privacyRequests: pattern("/admin/privacy-requests"),
    carryOutErasure: pattern("/admin/privacy-requests/:id/carry-out"),
    answerCorrection: pattern("/admin/privacy-requests/corrections/:id"),
    refuseErasure: pattern("/admin/privacy-requests/:id/refuse"),
    staff: pattern("/admin/staff"),
    newStaff: pattern("/admin/staff/add"),
    staffMember: pattern("/admin/staff/:id"),
    staffRoles: pattern("/admin/staff/:id/roles"),
    deactivateStaff: pattern("/admin/staff/:id/deactivate"),
    bringBackStaff: pattern("/admin/staff/:id/bring-back"),
    resetSecondFactor: pattern("/admin/staff/:id/second-factor"),
    /** `session` is "all" or the id of the session to end. */
    endStaffSessions: pattern("/admin/staff/:id/sessions/:session"),
    accessReview: pattern("/admin/staff/review"),
    confirmAccessReview: pattern("/admin/staff/review/confirm"),
    users: pattern("/admin/users"),
    user: pattern("/admin/users/:id"),
    correctUser: pattern("/admin/users/:id/correct"),
    copyUserData: pattern("/admin/users/:id/copy-data"),
    askCharlie: pattern("/admin/ask-charlie"),
    /** The query names the view and the list, so that a conversation stays next to its list. */
    inbox: pattern("/admin/inbox"),
    conversation: pattern("/admin/inbox/:id"),
    assignConversation: pattern("/admin/inbox/:id/assign"),
    snoozeConversation: pattern("/admin/inbox/:id/snooze"),
    matchConversation: pattern("/admin/inbox/:id/match"),
    /** Confirmation page before a sender's emails go to a matter, or no longer do. */
    confirmMatch: pattern("/admin/inbox/:id/match/:transactionId"),
    undoMatch: pattern("/admin/inbox/:id/undo-match/:emailId"),
    unmatchedEmails: pattern("/admin/unmatched-emails"),
    rematchAllEmails: pattern("/admin/unmatched-emails/rematch-all"),
    emailAttachment: pattern("/admin/emails/:id/attachments/:position"),
    emailHtml: pattern("/admin/emails/:id/formatted"),
    brands: pattern("/admin/estate-agent-brands"),
    newBrand: pattern("/admin/estate-agent-brands/add"),
    brand: pattern("/admin/estate-agent-brands/:id"),
    deleteBrand: pattern("/admin/estate-agent-brands/:id/delete"),
  },
  webhooks: {
    stripe: pattern("/webhooks/stripe"),
    postmarkInbound: pattern("/webhooks/postmark/inbound"),
    postmarkOutcomes: pattern("/webhooks/postmark/outcomes"),
    thirdfort: pattern("/webhooks/thirdfort"),
    searches: pattern("/webhooks/searches/:secret?"),
  },
  mocks: {
    home: pattern("/mocks"),
    ui: pattern("/mocks/ui"),
    bare: pattern("/mocks/bare"),
    postbox: pattern("/mocks/post-box"),
    write: pattern("/mocks/post-box/write"),
    email: pattern("/mocks/post-box/:id"),
    emailBody: pattern("/mocks/post-box/:id/html"),
    stripe: pattern("/mocks/stripe"),
    thirdfort: pattern("/mocks/thirdfort"),
    thirdfortCheck: pattern("/mocks/thirdfort/:id?"),
    oneSearch: pattern("/mocks/one-search"),
    oneSearchOrder: pattern("/mocks/one-search/orders/:reference"),
    hubspot: pattern("/mocks/hubspot/form"),
  },
};
