-- Properties, their sellers and buyers, and payments.
insert into addresses (id, line_1, post_town, postcode, country, uprn, created_at)
select home, scale.street(n), scale.town(n), scale.postcode(n), 'United Kingdom', (10000000 + n)::text, at
from scale.decided;

insert into properties (id, address_id, tenure, address_confirmed, created_at, updated_at)
select home, home, case when n % 3 = 0 then 'Leasehold' else 'Freehold' end, true, at, at from scale.decided;

insert into users (id, active, email, first_name, last_name, phone_number, correspondence_address_id, created_at, updated_at)
select scale.id('seller', n, at), scale.roll(n, 11, 100) < 95,
  lower(scale.first_name(n) || '.' || scale.last_name(n)) || '.' || n || '@example.test',
  scale.first_name(n), scale.last_name(n), '+447' || lpad(scale.roll(n, 12, 1000000000)::text, 9, '4'), home, at, at
from scale.decided where seller = n;

insert into transactions (id, type, property_id, seller_id, customer_type, group_id, company_seller_id, asking_price_pounds, has_mortgage,
  onward_purchase, is_using_foreign_currency, requires_mortgage_referral, estate_agent_status, estate_agent_id,
  terms_accepted_at, terms_version, seller_lawyer_group_id, buyer_lawyer_group_id, legals_started_at, created_at,
  updated_at)
select
  id, case when in_group then 'development' else 'resale' end, home, scale.id('seller', seller, scale.at(seller)),
  'individual_owner', case when in_group then scale.id('group', number, scale.opened()) end,
  case when in_group then scale.id('company', number, scale.opened()) end,
  100000 + scale.roll(n, 15, 900) * 1000, 'yes', 'no',
  case when scale.roll(n, 31, 100) < 5 then 'yes' else 'no' end, case when scale.roll(n, 32, 100) < 20 then 'yes' else 'not_sure' end,
  case when agent_status < 80 then 'assigned' when agent_status < 88 then 'pending' when agent_status < 94 then 'not_listed'
    else 'no_agent' end,
  case when agent_status < 80 then scale.id('agent', agent, scale.opened()) end,
  at + interval '1 hour', '1',
  scale.id('lawyers', seller_lawyers, scale.opened()), scale.id('lawyers', buyer_lawyers, scale.opened()),
  case when seller_lawyers is not null and buyer_lawyers is not null then at + interval '9 days' end, at, at
from scale.decided join scale.assigned using (n), 
  lateral (select scale.roll(n, 13, 100) < 3 as in_group, scale.roll(n, 14, scale.groups()) as number) as development;

insert into orders (id, transaction_id, payment_type, total_amount_pence, stripe_transaction_status, paid_at, created_at, updated_at)
select scale.id('order', n, at), id, case when n % 5 = 0 then 'invoice' else 'stripe_direct' end, 24000,
  case when paid then 'succeeded' else 'requires_payment_method' end, case when paid then at + interval '2 hours' end, at, at
from scale.decided where paid or scale.roll(n, 16, 10) < 7;

insert into order_items (id, order_id, product_name, product_price_pence)
select scale.id('item', n, at), scale.id('order', n, at), 'Service fee', 24000
from scale.decided where paid or scale.roll(n, 16, 10) < 7;

-- One payment in fifty needs a review. Staff have resolved most, and the comparison has closed a few.
insert into payment_reviews (id, order_id, stripe_transaction_id, reason, note, dealt_with_at, dealt_with_by, closed_at, created_at)
select scale.id('review', n, at), scale.id('order', n, at), 'pi_' || n,
  case became when 'gone' then 'sum_differs' else 'amount_mismatch' end,
  case became when 'dealt with' then 'Paid back' end, case became when 'dealt with' then at + interval '1 day' end,
  case became when 'dealt with' then scale.id('staff', 1 + scale.roll(n, 36, 50), scale.opened()) end,
  case became when 'gone' then at + interval '1 day' end, at
from scale.decided,
  lateral (select case scale.roll(n, 37, 20) when 0 then 'open' when 1 then 'gone' else 'dealt with' end as became) as review
where paid and n % 50 = 0;

insert into users (id, active, email, first_name, last_name, phone_number, created_at, updated_at)
select scale.id('buyer', buyer, at), true,
  lower(scale.first_name(-buyer) || '.' || scale.last_name(-buyer)) || '.' || buyer || '@buyers.example',
  scale.first_name(-buyer), scale.last_name(-buyer), '+447' || lpad(scale.roll(-buyer, 12, 1000000000)::text, 9, '4'), at, at
from scale.purchases;

insert into purchase_intents (id, transaction_id, property_id, buyer_id, is_active, agreed_price_pounds, ownership_type,
  mortgage_required_for_purchase, purchase_dependent_on_sale, first_time_buyer, is_using_foreign_currency,
  requires_mortgage_referral, gifts, terms_accepted_at, terms_version, sale_agreed, contract_pack_sent_on, enquiries_raised_on,
  enquiries_answered_on, exchanged, completed, created_at, updated_at)
select scale.id('purchase', buyer, at), transaction_id, home, scale.id('buyer', buyer, at), is_active,
  100000 + scale.roll(n, 15, 900) * 990, case when scale.roll(buyer, 18, 10) < 4 then 'Joint' else 'Sole' end,
  'no', 'no', 'yes', case when scale.roll(buyer, 31, 100) < 5 then 'yes' else 'no' end,
  case when scale.roll(buyer, 32, 100) < 20 then 'yes' else 'no' end, 'no', at, '1', case when is_active then at::date end,
  case when is_active and n < scale.matters() * 0.96 then (at + interval '40 days')::date end,
  case when is_active and n < scale.matters() * 0.95 then (at + interval '50 days')::date end,
  case when is_active and n < scale.matters() * 0.93 then (at + interval '70 days')::date end,
  case when is_active and n < scale.matters() * 0.9 then (at + interval '90 days')::date end,
  case when is_active and n < scale.matters() * 0.85 then (at + interval '110 days')::date end, at, at
from scale.purchases;
