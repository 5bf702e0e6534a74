-- Invitations for one in ten matters and one in ten purchases, and inbound emails.
insert into invitations (id, status, role, user_id, new_user, invited_by, property_id, email_sent_at, link_click_count,
  transaction_id, created_at, updated_at)
select scale.id('invited seller', n, at), case when paid then 'completed' else 'expired' end, 'sell',
  scale.id('seller', seller, scale.at(seller)), true, scale.id('staff', 1 + scale.roll(n, 38, 50), scale.opened()), home,
  at - interval '2 days', case when paid then 1 else 0 end, case when paid then id end, at - interval '2 days', at
from scale.decided where scale.roll(n, 39, 10) = 0;

insert into invitations (id, status, role, user_id, new_user, invited_by, property_id, email_sent_at, link_click_count,
  created_at, updated_at)
select scale.id('invited buyer', buyer, at), case when scale.roll(buyer, 40, 4) = 0 then 'expired' else 'clicked' end, 'buy',
  scale.id('buyer', buyer, at), true, scale.id('staff', 1 + scale.roll(buyer, 41, 50), scale.opened()), home,
  at, 1, at, at + interval '1 day'
from scale.purchases where scale.roll(buyer, 42, 10) = 0;

-- One email in fifty is unmatched.
insert into inbound_emails (id, message_id, from_email, from_name, subject, text_body, received_at, transaction_id, match_type,
  created_at)
select scale.id('email in', n, at), n || '@mail.example', 'also.' || n || '@example.test',
  scale.first_name(n * 13) || ' ' || scale.last_name(n), 'Our move', repeat('When do we exchange? ', 20), at + interval '30 days',
  case when known then id end, case when known then 'participant' end, at + interval '30 days'
from scale.decided, lateral (select scale.roll(n, 43, 50) > 0 as known) as sender
where paid;

-- One email in five has an attachment.
insert into inbound_attachments (id, email_id, position, file_name, file_type, size_bytes, s3_document_key, sha256)
select scale.id('attachment', n, at), scale.id('email in', n, at), 1, 'Bill.pdf', 'pdf', 1000, 'scale/' || n || '.pdf', n::text
from scale.decided where paid and scale.roll(n, 46, 5) = 0;

-- The search provider's additional requests in one matter in ten, and its reports in one in four.
insert into additional_requests (id, transaction_id, search_order_id, type, status, sent_at, created_at)
select scale.id('request', n, at), id, scale.id('search order', n, at), 'title_plan', 'received', at + interval '10 days',
  at + interval '9 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null and scale.roll(n, 44, 10) = 0;

insert into reports (id, transaction_id, reference, overall_risk_rating, critical_issues_count, significant_issues_count, content,
  model, generated_at)
select scale.id('report', n, at), id, 'REPORT-' || n, 'low', 0, 0, '{"findings": [], "documents": [], "unsupported": 0}', 'rules', at + interval '19 days'
from scale.decided join scale.assigned using (n) where seller_lawyers is not null and scale.roll(n, 45, 4) = 0;
