const isPaid = `exists (select from orders o where o.transaction_id = t.id and o.stripe_transaction_status = 'succeeded')`;

const paymentEvent = `exists (select from events e where e.transaction_id = t.id
  and e.event_name in ('payment_successful', 'referral_code_applied'))`;

const happened = (event: string, matter = "t.id") =>
  `exists (select from events e where e.transaction_id = ${matter} and e.event_name = '${event}')`;

const happenedTo = (event: string) =>
  `exists (select from events e where e.purchase_intent_id = i.id and e.event_name = '${event}')`;

/** Invariants between tables. Each query finds the rows that break its invariant. */
export const coherence: Record<string, string> = {
  "a sale is paid exactly when its payment event says so": `
    select t.id from transactions t where ${isPaid} <> ${paymentEvent}`,
  "the lists say whether a sale is paid": `
    select t.id from transactions t left join listed_transactions l using (id)
    where (l.payment is not distinct from 'complete') <> ${isPaid}`,
  "an order is paid exactly when it has a time of payment": `
    select id from orders where (paid_at is not null) <> (stripe_transaction_status is not distinct from 'succeeded')`,
  "an order by code is invoiced, costs nothing and has a referral event": `
    select o.id from orders o where o.code is not null
      and not (o.total_amount_pence = 0 and ${happened("referral_code_applied", "o.transaction_id")})`,
  "a code counts its orders": `
    select code from referral_codes r where used_count <> (select count(*) from orders o where o.code = r.code)`,
  "a seller pays what the items come to": `
    select o.id from orders o where o.code is null and o.total_amount_pence
      <> (select sum(product_price_pence) from order_items where order_id = o.id)`,
  "an order is under review exactly when a payment that does not match it is unresolved": `
    select o.id from orders o where (review is not null) <> exists (
      select from payment_reviews r where r.order_id = o.id and r.dealt_with_at is null
        and r.reason in ('amount_mismatch', 'paid_and_referred', 'paid_twice'))`,
  "terms are accepted before payment": `
    select t.id from transactions t join orders o on o.transaction_id = t.id
    where t.terms_accepted_at is null or t.terms_accepted_at > o.paid_at`,
  "an assigned agent was assigned": `
    select t.id from transactions t where (estate_agent_status = 'assigned') <> ${happened("estate_agent_assigned")}`,
  "legals have started exactly when the seller has a solicitor": `
    select id from transactions
    where (legals_started_at is not null) <> (seller_lawyer_group_id is not null)`,
  "solicitors were assigned by an event": `
    select t.id from transactions t where (seller_lawyer_group_id is not null) <> ${happened("seller_solicitors_assigned")}`,
  "a purchase is active once": `
    select transaction_id from purchase_intents where is_active group by 1 having count(*) > 1`,
  "an active purchase was activated, and one that ended was deactivated": `
    select i.id from purchase_intents i where ${happenedTo("purchase_intent_activated")}
      <> (is_active or ${happenedTo("purchase_intent_deactivated")})`,
  "an active purchase was finished by its buyer": `
    select i.id from purchase_intents i where is_active and not ${happenedTo("purchase_intent_success_email_sent")}`,
  "dates are in order": `
    select id from purchase_intents where sale_agreed > exchanged or exchanged > completed
      or sale_agreed > aborted or exchanged > aborted or (completed is not null and aborted is not null)`,
  "a sale is agreed before exchange, exchanged before completion, and does not fall through after exchange": `
    select id from purchase_intents where (exchanged is not null and sale_agreed is null)
      or (completed is not null and exchanged is null) or (exchanged is not null and aborted is not null)`,
  "an unpaid sale by card or code has no agreement, legals or assignment": `
    select t.id from transactions t join orders o on o.transaction_id = t.id
    where o.paid_at is null and (o.payment_type = 'stripe_direct' or o.code is not null)
      and (t.legals_started_at is not null or t.seller_lawyer_group_id is not null or exists (
        select from purchase_intents i where i.transaction_id = t.id
          and coalesce(i.sale_agreed, i.exchanged, i.completed) is not null))`,
  "a payment and its event have the same time, and a paid order has a receipt": `
    select o.id from orders o where o.paid_at is not null and (
      not exists (select from events e where e.transaction_id = o.transaction_id and e.date_time = o.paid_at
        and e.event_name in ('payment_successful', 'referral_code_applied'))
      or (o.payment_type = 'stripe_direct' and o.total_amount_pence > 0 and not exists (
        select from email_log l where l.transaction_id = o.transaction_id and l.name = 'payment_received')))`,
  "each check, search and report has its event": `
    select t.id from transactions t where
      (select count(*) from identity_checks where transaction_id = t.id and status = 'complete')
        <> (select count(*) from events where transaction_id = t.id and event_name = 'thirdfort_check_completed')
      or (select count(*) from searches where transaction_id = t.id and status = 'complete')
        <> (select count(*) from events where transaction_id = t.id and event_name = 'search_completed')
      or (select count(*) from reports where transaction_id = t.id)
        <> (select count(*) from events where transaction_id = t.id and event_name = 'property_search_report_generated')`,
  "each date has its event": `
    select i.id from purchase_intents i where (sale_agreed is not null) <> ${happenedTo("sale_agreed")}
      or (exchanged is not null) <> ${happenedTo("exchanged")}
      or (completed is not null) <> ${happenedTo("completed")}
      or (aborted is not null) <> ${happenedTo("aborted")}`,
  "each pause and end of a matter has its event and its action": `
    select t.id from transactions t where (paused_on is not null) <> ${happened("sale_paused")}
      or (ended_on is not null) <> ${happened("sale_ended")}
      or (select count(*) from matter_actions where transaction_id = t.id and kind in ('pause_matter', 'end_matter'))
        <> num_nonnulls(paused_on, ended_on)`,
  "a buyer’s solicitor is assigned after the sale to the active buyer was agreed": `
    select i.id from purchase_intents i join events e on e.transaction_id = i.transaction_id
    where i.is_active and e.event_name = 'buyer_solicitors_assigned'
      and (i.sale_agreed is null or i.sale_agreed > e.date_time::date)`,
  "an existing home without a buyer has no buyer’s solicitor": `
    select t.id from transactions t where type = 'resale' and buyer_lawyer_group_id is not null
      and not exists (select from purchase_intents i where i.transaction_id = t.id and i.is_active)`,
  "a matter that ended because its purchase fell through ended on the same day": `
    select t.id from transactions t join purchase_intents i on i.transaction_id = t.id and i.is_active
    where t.ended_on <> i.aborted`,
  "everyone on the side of an active buyer with a solicitor has an identity check": `
    select i.id from purchase_intents i join transactions t on t.id = i.transaction_id
    where i.is_active and t.buyer_lawyer_group_id is not null and exists (
      select from (
        select email from users where id = i.buyer_id
        union all select email from parties where purchase_intent_id = i.id
      ) p where not exists (
        select from identity_checks c where c.purchase_intent_id = i.id and c.email = p.email))`,
  "a purchase and its sale have the same home": `
    select i.id from purchase_intents i join transactions t on t.id = i.transaction_id
    where i.property_id <> t.property_id or i.buyer_id = t.seller_id`,
  "joint buyers are named": `
    select i.id from purchase_intents i where (ownership_type = 'Joint')
      <> exists (select from parties p where p.purchase_intent_id = i.id and p.kind = 'buyer')`,
  "gifts have giftors": `
    select i.id from purchase_intents i where (gifts = 'yes')
      <> exists (select from parties p where p.purchase_intent_id = i.id and p.kind = 'giftor')`,
  "a mortgage has a lender": `
    select id from purchase_intents where (mortgage_required_for_purchase = 'yes') <> (mortgage_provider is not null)`,
  "other funding is explained": `
    select id from purchase_intents where other_funding <> (other_funding_comments is not null)`,
  "nothing happens in a matter before it is opened": `
    select e.id from events e join transactions t on t.id = e.transaction_id where e.date_time < t.created_at`,
  "nothing happens in a purchase before it is made": `
    select e.id from events e join purchase_intents i on i.id = e.purchase_intent_id where e.date_time < i.created_at`,
  "documents, agreements, actions, notes and emails of a matter come after it is opened": `
    select t.id, what from transactions t join (
      select transaction_id, created_at, 'document' as what from documents
      union all select transaction_id, created_at, 'request' from document_requests
      union all select transaction_id, sent_at, 'memorandum' from memoranda
      union all select transaction_id, created_at, 'agreement' from sale_agreements
      union all select transaction_id, done_at, 'action' from matter_actions
      union all select transaction_id, created_at, 'note' from stage_notes
      union all select transaction_id, received_at, 'email' from inbound_emails
      union all select transaction_id, created_at, 'task' from tasks
      union all select transaction_id, asked_at, 'chase' from chases
    ) f on f.transaction_id = t.id where f.created_at < t.created_at`,
  "one event opens a matter": `
    select t.id from transactions t where 1 <> (select count(*) from events e
      where e.transaction_id = t.id and e.event_name = 'transaction_created' and e.date_time = t.created_at)`,
  "an event has an author of the stated kind": `
    select e.id from events e left join users u on u.id = e.author_id
      left join transactions t on t.id = e.transaction_id left join purchase_intents i on i.id = e.purchase_intent_id
    where not case e.author when 'admin' then u.type = 'admin' when 'seller' then u.id = t.seller_id
      when 'buyer' then u.id = i.buyer_id else e.author_id is null end`,
  "an email that was sent in a matter is in its log": `
    select e.id from events e where event_name like '%email_sent' and not exists (select from email_log l
      where l.transaction_id = e.transaction_id and l.created_at = e.date_time)`,
  "people are known before they do anything": `
    select u.id from users u join transactions t on t.seller_id = u.id where u.created_at > t.created_at
    union select u.id from users u join purchase_intents i on i.buyer_id = u.id where u.created_at > i.created_at`,
  "sellers and buyers have signed in": `
    select u.id from users u where not active
      and u.id in (select seller_id from transactions union select buyer_id from purchase_intents)`,
  "answers are confirmed once every seller has confirmed them": `
    select i.transaction_id from property_information i where confirmed_at is not null and (
      select count(*) from property_confirmations c
      where c.transaction_id = i.transaction_id and c.confirmed_at <= i.confirmed_at
    ) <> 1 + (select count(*) from parties p
      where p.transaction_id = i.transaction_id and kind = 'seller' and email is not null)`,
  "an office with valuers has a primary one": `
    select estate_agent_id from valuers group by 1 having count(*) filter (where primary_valuer) <> 1`,
  "a group has a solicitor": `
    select g.id from lawyer_groups g where not exists
      (select from lawyer_group_members m where m.lawyer_group_id = g.id and m.kind = 'solicitor')`,
  "a search is complete when its results are in": `
    select id from searches where (status = 'complete') <> (completion_date is not null)`,
  "searches, checks and reports belong to matters with solicitors": `
    select t.id from transactions t where t.seller_lawyer_group_id is null and exists
      (select from identity_checks where transaction_id = t.id union all select from searches where transaction_id = t.id
       union all select from reports where transaction_id = t.id)`,
  "a request that went out has a time": `
    select id from additional_requests where (status = 'pending') <> (sent_at is null)`,
  "a check is of a person in its matter": `
    select c.id from identity_checks c where not exists (
      select from transactions t join users u on u.id = t.seller_id where t.id = c.transaction_id and u.email = c.email
      union all select from parties p where p.email = c.email
        and (p.transaction_id = c.transaction_id or p.purchase_intent_id = c.purchase_intent_id)
      union all select from purchase_intents i join users u on u.id = i.buyer_id
        where i.id = c.purchase_intent_id and u.email = c.email)`,
  "an invitation is completed by a complete matter of its role": `
    select v.id from invitations v where status = 'completed' and not case role
      when 'sell' then exists (select from transactions t where t.seller_id = v.user_id and ${isPaid})
      else exists (select from purchase_intents i where i.buyer_id = v.user_id and i.is_active) end`,
  "an invitation that was sent says when": `
    select id from invitations where (status = 'pending') <> (email_sent_at is null)
      or (status in ('clicked', 'completed')) <> (link_click_count > 0)`,
  "a link that is still valid belongs to an invitation": `
    select id from magic_link_tokens where purpose <> 'invitation' and used_at is null`,
  "new homes belong to companies, and units to groups": `
    select id from transactions where (type = 'development') <> (company_seller_id is not null)
      or (group_id is not null and type <> 'development')`,
  "the tags of matters are those of the office": `
    select t.id from transactions t, admin_config c where not t.tags <@ c.tags`,
  "leads come from people with an address": `
    select l.id from leads l left join valuers v on v.id = l.valuer_id where v.email is null`,
};
