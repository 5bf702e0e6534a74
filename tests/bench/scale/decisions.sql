-- Random choices for each matter, made once.
create unlogged table scale.decided as
select
  n,
  scale.at(n) as at,
  scale.id('matter', n, scale.at(n)) as id,
  scale.id('home', n, scale.at(n)) as home,
  -- One matter in ten has the same seller as the previous matter.
  n - (n % 10 = 0)::integer as seller,
  -- Most sellers have paid, but only half of those with the newest matters.
  scale.roll(n, 1, 100) < case when n > scale.matters() * 0.97 then 50 else 88 end as paid,
  scale.roll(n, 2, 100) as agent_status,
  scale.popular(n, 3, scale.agents()) as agent,
  (scale.roll(n, 4, 10)) as purchases
from generate_series(1, scale.matters()) as n;

create unlogged table scale.assigned as
select
  n,
  case when paid and scale.roll(n, 5, 100) < 85 or scale.roll(n, 5, 1000) = 999 then
    -- An agent's sellers mostly use its usual solicitors.
    case when agent_status < 80 and scale.roll(n, 6, 10) < 6
      then (agent * 7 + scale.roll(n, 7, 4)) % scale.lawyers() else scale.popular(n, 8, scale.lawyers()) end
  end as seller_lawyers,
  case when paid and scale.roll(n, 9, 100) < 75 then scale.popular(n, 10, scale.lawyers()) end as buyer_lawyers
from scale.decided;
create unique index on scale.assigned (n);

-- Three matters in ten have no buyer, five have one, and the rest have two or three.
create unlogged table scale.purchases as
select n, k, n * 4 + k as buyer, decided.id as transaction_id, home, at + k * interval '20 days' as at,
  k = 1 and scale.roll(n, 17, 100) < 80 as is_active
from scale.decided, generate_series(1, case when purchases < 3 then 0 when purchases < 8 then 1 else purchases - 6 end) as k;
