-- What became of the emails: each one that was sent has arrived.
insert into email_outcomes (email_log_id, recipient, transaction_ids, delivered_at)
select id, recipient, array_remove(array[transaction_id::text], null), sent_at
from email_log where status = 'sent'
