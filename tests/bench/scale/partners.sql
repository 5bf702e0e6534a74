-- Staff, estate agents and solicitors, far fewer than matters. Agents and lawyers grow with the matters
-- up to a limit.
insert into users (id, type, active, email, first_name, last_name, created_at)
select scale.id('staff', n, scale.opened()), 'admin', true, 'staff.' || n || '@fanlight.example',
  scale.first_name(-n), scale.last_name(-n), scale.opened()
from generate_series(1, 50) as n;

insert into brands (id, brand_name, created_at)
select scale.id('brand', n, scale.opened()), scale.last_name(n * 31) || ' & ' || scale.last_name(n * 37) || ' ' || n,
  scale.opened()
from generate_series(0, scale.agents() / 10) as n;

insert into addresses (id, line_1, post_town, postcode, country, created_at)
select scale.id('office', n, scale.opened()), scale.street(n + 5), scale.town(n + 5), scale.postcode(n + 5), 'United Kingdom',
  scale.opened()
from generate_series(0, scale.agents() - 1) as n;

insert into estate_agents (id, brand_id, office_name, office_phone_number, office_address_id, created_at, updated_at)
select scale.id('agent', n, scale.opened()), scale.id('brand', n / 10, scale.opened()),
  scale.town(n) || ' ' || scale.last_name(n) || ' ' || n, '+44113496' || lpad(n::text, 4, '0'),
  scale.id('office', n, scale.opened()), scale.opened(), scale.opened()
from generate_series(0, scale.agents() - 1) as n;

insert into valuers (id, estate_agent_id, first_name, last_name, email, phone_number, primary_valuer, is_subscribed, created_at)
select scale.id('valuer', n * 2 + k, scale.opened()), scale.id('agent', n, scale.opened()),
  scale.first_name(n * 2 + k), scale.last_name(n * 3 + k), 'valuer.' || n || '.' || k || '@agents.example', '+447400123456',
  k = 0, true, scale.opened()
from generate_series(0, scale.agents() - 1) as n, generate_series(0, 1) as k;

insert into negotiators (id, estate_agent_id, first_name, last_name, email, phone_number, created_at)
select scale.id('negotiator', n, scale.opened()), scale.id('agent', n, scale.opened()), scale.first_name(n + 9),
  scale.last_name(n + 9), 'negotiator.' || n || '@agents.example', '+447400123456', scale.opened()
from generate_series(0, scale.agents() - 1) as n;

insert into law_firms (id, name, email, created_at)
select scale.id('firm', n, scale.opened()), scale.last_name(n * 41) || ' Law ' || n, 'firm.' || n || '@law.example',
  scale.opened()
from generate_series(0, scale.lawyers() / 4) as n;

insert into lawyer_groups (id, law_firm_id, name, created_at)
select scale.id('lawyers', n, scale.opened()), scale.id('firm', n / 4, scale.opened()), scale.town(n + 3) || ' ' || n,
  scale.opened()
from generate_series(0, scale.lawyers() - 1) as n;

insert into lawyer_group_members (id, lawyer_group_id, kind, first_name, last_name, email, position)
select scale.id('lawyer', n * 3 + k, scale.opened()), scale.id('lawyers', n, scale.opened()),
  case k when 0 then 'solicitor' else 'legal_assistant' end, scale.first_name(n * 3 + k), scale.last_name(n * 5 + k),
  'lawyer.' || n || '.' || k || '@law.example', k
from generate_series(0, scale.lawyers() - 1) as n, generate_series(0, 2) as k;

insert into transaction_groups (id, name, created_at)
select scale.id('group', n, scale.opened()), 'Development ' || n, scale.opened()
from generate_series(0, scale.groups() - 1) as n;

insert into companies (id, name, company_number, created_at)
select scale.id('company', n, scale.opened()), scale.last_name(n * 43) || ' Homes', lpad(n::text, 8, '0'), scale.opened()
from generate_series(0, scale.groups() - 1) as n;
