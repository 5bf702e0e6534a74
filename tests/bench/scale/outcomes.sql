-- Outcomes: every sent email was delivered.
insert into email_outcomes (email_log_id, recipient, transaction_ids, delivered_at)
select id, recipient, array_remove(array[transaction_id::text], null), sent_at
from email_log where status = 'sent'
