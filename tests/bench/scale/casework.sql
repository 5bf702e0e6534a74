-- Co-sellers, co-buyers and giftors, and the events of a matter.
insert into parties (id, kind, transaction_id, first_name, last_name, email, phone_number, created_at)
select scale.id('also seller', n, at), 'seller', id, scale.first_name(n * 13), scale.last_name(n),
  'also.' || n || '@example.test', '+447400123456', at
from scale.decided where scale.roll(n, 19, 10) < 4;

insert into parties (id, kind, purchase_intent_id, first_name, last_name, email, phone_number, created_at)
select scale.id('also buyer', buyer, at), 'buyer', scale.id('purchase', buyer, at), scale.first_name(buyer * 17),
  scale.last_name(-buyer), 'also.' || buyer || '@buyers.example', '+447400123456', at
from scale.purchases where scale.roll(buyer, 18, 10) < 4;

insert into parties (id, kind, purchase_intent_id, first_name, last_name, email, phone_number, amount_pounds, relationship, created_at)
select scale.id('giftor', buyer, at), 'giftor', scale.id('purchase', buyer, at), scale.first_name(buyer * 19),
  scale.last_name(-buyer), 'giftor.' || buyer || '@buyers.example', '+447400123456', 20000, 'Parent', at
from scale.purchases where scale.roll(buyer, 20, 10) = 0;

insert into events (id, transaction_id, event_name, type, milestone, author, author_id, date_time)
select scale.id('event', n * 20 + k, at), id,
  case k when 0 then 'transaction_created' when 1 then 'seller_terms_accepted'
    when 2 then case when paid then 'payment_successful' else 'seller_solicitor_preferred' end
    else (array['estate_agent_status_updated','seller_introduction_email_sent','thirdfort_check_ordered','searches_ordered',
      'search_completed','additional_request_created','additional_request_sent','estate_agent_introduction_email_sent'])
      [1 + scale.roll(n * 20 + k, 21, 8)] end,
  'seller', k in (0, 2), case when k < 3 then 'seller' else 'admin' end,
  case when k < 3 then scale.id('seller', seller, scale.at(seller))
    else scale.id('staff', 1 + scale.roll(n * 20 + k, 22, 50), scale.opened()) end,
  at + k * interval '3 days'
from scale.decided, generate_series(0, 2 + scale.roll(n, 23, 7)) as k;

insert into events (id, transaction_id, purchase_intent_id, event_name, type, milestone, author, author_id, date_time)
select scale.id('purchase event', buyer, at), transaction_id, scale.id('purchase', buyer, at), 'purchase_intent_created',
  'buyer', true, 'buyer', scale.id('buyer', buyer, at), at
from scale.purchases;

-- Facts behind the stages: solicitors of both sides, and the checks of people with solicitors.
insert into events (id, transaction_id, event_name, type, milestone, author, author_id, date_time)
select scale.id('assigned event', n, at), id, 'seller_solicitors_assigned', 'seller', true, 'admin',
  scale.id('staff', 1 + scale.roll(n, 47, 50), scale.opened()), at + interval '9 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null;

insert into events (id, transaction_id, event_name, type, milestone, author, date_time)
select scale.id('check event', n, at), id, 'thirdfort_check_completed', 'seller', true, 'system', at + interval '15 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null and scale.roll(n, 25, 10) < 7;

insert into search_orders (id, transaction_id, ordered_on, answer, is_reorder, reference, building_number, ordered_by, created_at)
select scale.id('search order', n, at), id, (at + interval '8 days')::date, 'accepted', false, 'R' || n, '1',
  scale.id('staff', 1 + scale.roll(n, 35, 50), scale.opened()), at + interval '8 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null;

insert into search_messages (id, sha256, s3_document_key, size_bytes, transaction_id, received_at)
select scale.id('search message', n, at), encode(sha256(convert_to('message ' || n, 'UTF8')), 'hex'),
  'search-messages/' || n || '.xml', 100000, id, at + interval '18 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null;

insert into search_message_errors (id, transaction_id, message_id, position, product_id, reason, sent, created_at)
select scale.id('search problem', n, at), id, scale.id('search message', n, at), 0, 'product-1', 'A document is not a PDF.',
  'plan.tif', at + interval '18 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null and n % 10 = 0;

insert into searches (id, transaction_id, search_order_id, product_id, reference, status, estimated_completion, completion_date,
  s3_document_key, created_at)
select scale.id('search', n * 4 + k, at), id, scale.id('search order', n, at), 'product-' || k, 'R' || n || '-' || k,
  case when back then 'complete' else 'in progress' end, (at + interval '20 days')::date,
  case when back then (at + interval '18 days')::date end, case when back then 'searches/' || n || '-' || k || '.pdf' end,
  at + interval '8 days'
from scale.decided join scale.assigned using (n), generate_series(1, 3) as k,
  lateral (select scale.roll(n * 4 + k, 24, 100) < 95 as back) as result
where seller_lawyers is not null;

insert into search_documents (id, search_id, s3_document_key, sha256, file_name, size_bytes, dated, created_at)
select scale.id('document', n * 4 + k, at), scale.id('search', n * 4 + k, at), 'searches/' || n || '-' || k || '.pdf',
  md5(n || '-' || k) || md5(k || '-' || n), 'Search ' || k || '.pdf', 400000, (at + interval '18 days')::date,
  at + interval '18 days'
from scale.decided join scale.assigned using (n), generate_series(1, 3) as k
where seller_lawyers is not null and scale.roll(n * 4 + k, 24, 100) < 95;

insert into identity_checks (id, transaction_id, thirdfort_id, status, person_type, first_name, last_name, email, phone_number, created_at, updated_at)
select scale.id('check', n, at), id, 'check-' || n,
  (array['complete','complete','complete','complete','complete','complete','complete','pending','failed','aborted'])
    [1 + scale.roll(n, 25, 10)],
  'seller', scale.first_name(seller), scale.last_name(seller),
  lower(scale.first_name(seller) || '.' || scale.last_name(seller)) || '.' || seller || '@example.test', '+447400123456', at, at
from scale.decided join scale.assigned using (n) where seller_lawyers is not null;

-- If the seller is checked, so are the co-sellers, the active buyer, the co-buyers and the giftors.
insert into identity_checks (id, transaction_id, thirdfort_id, status, person_type, first_name, last_name, email, phone_number, created_at, updated_at)
select scale.id('check of seller', n, at), id, 'also-seller-check-' || n, 'complete', 'seller',
  scale.first_name(n * 13), scale.last_name(n), 'also.' || n || '@example.test', '+447400123456', at, at
from scale.decided join scale.assigned using (n) where seller_lawyers is not null and scale.roll(n, 19, 10) < 4;

insert into identity_checks (id, transaction_id, purchase_intent_id, thirdfort_id, status, person_type, first_name, last_name, email,
  phone_number, created_at, updated_at)
select scale.id(who || ' check', buyer, at), transaction_id, scale.id('purchase', buyer, at), who || '-check-' || buyer,
  case when scale.roll(buyer, 48, 20) = 0 then 'pending' else 'complete' end, type, scale.first_name(first), scale.last_name(-buyer),
  email, '+447400123456', at, at
from scale.purchases join scale.assigned using (n), lateral (values
    ('buyer', 'buyer', -buyer,
      lower(scale.first_name(-buyer) || '.' || scale.last_name(-buyer)) || '.' || buyer || '@buyers.example', true),
    ('also-buyer', 'buyer', buyer * 17, 'also.' || buyer || '@buyers.example', scale.roll(buyer, 18, 10) < 4),
    ('giftor', 'giftor', buyer * 19, 'giftor.' || buyer || '@buyers.example', scale.roll(buyer, 20, 10) = 0)
  ) as person (who, type, first, email, there)
where seller_lawyers is not null and is_active and there;

insert into email_log (id, name, recipient, transaction_id, status, created_at, sent_at)
select scale.id('email', n * 2 + k, at), case k when 0 then 'payment_received' else 'estate_agent_introduction' end,
  'also.' || n || '@example.test', id, 'sent', at + k * interval '1 hour', at + k * interval '1 hour'
from scale.decided, generate_series(0, 1) as k where paid;

-- One lead for every two matters, most from large offices. The feed has every office each week.
insert into leads (id, estate_agent_id, property_address, initial_asking_price_pounds, seller_1_name, seller_1_email,
  seller_1_phone, created_at)
select scale.id('lead', n, at), scale.id('agent', scale.popular(n, 33, scale.agents()), scale.opened()),
  scale.street(n) || ', ' || scale.town(n), 250000, scale.first_name(n) || ' ' || scale.last_name(n),
  'lead.' || n || '@example.test', '+447400123456', at
from scale.decided where scale.roll(n, 34, 2) = 0;

insert into office_health (week, estate_agent_name, weekly_listings, monthly_listings, total_active_listings)
select date '2026-10-30' - week * 7, scale.town(n) || ' ' || scale.last_name(n) || ' ' || n, 2, 9, 40
from generate_series(0, scale.agents() - 1) as n, generate_series(0, 11) as week;
