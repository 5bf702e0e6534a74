-- Repeatable randomness: a choice depends on the seed, the matter's number and its own number.
-- Session settings: scale.seed, and scale.matters for the number of matters.
create schema scale;

create function scale.matters() returns bigint language sql stable as $$
  select current_setting('scale.matters')::bigint
$$;

create function scale.roll(n bigint, question integer, sides bigint) returns integer language sql stable as $$
  select ((hashint8extended(n, current_setting('scale.seed')::bigint * 1000 + question) & 9223372036854775807) % sides)::integer
$$;

-- Returns low numbers much more often, because a few large offices have most of the matters.
create function scale.popular(n bigint, question integer, many bigint) returns integer language sql stable as $$
  select floor(many * power(scale.roll(n, question, 1000000) / 1e6::float8, 2.5::float8))::integer
$$;

-- Matters are spread evenly over five years.
create function scale.at(n bigint) returns timestamptz language sql stable as $$
  select timestamptz '2021-11-01 09:00Z' + (n * 157680000::float8 / scale.matters()) * interval '1 second'
$$;

-- Like new_id(): the time, followed by a hash.
create function scale.id(kind text, n bigint, at timestamptz) returns text language sql stable as $$
  select lpad(to_hex(extract(epoch from at)::bigint), 8, '0')
    || left(md5(kind || n || current_setting('scale.seed')), 16)
$$;

create function scale.opened() returns timestamptz language sql immutable as $$
  select timestamptz '2021-10-01 09:00Z'
$$;
create function scale.agents() returns bigint language sql stable as $$
  select least(greatest(scale.matters() / 50, 100), 5000)
$$;
create function scale.lawyers() returns bigint language sql stable as $$
  select least(greatest(scale.matters() / 500, 20), 500)
$$;
create function scale.groups() returns bigint language sql stable as $$
  select greatest(scale.matters() / 2000, 2)
$$;

create function scale.first_name(n bigint) returns text language sql stable as $$
  select (array['Olivia','Amelia','Isla','Ava','Mia','Ivy','Lily','Freya','Florence','Willow','Grace','Rosie','Sophia',
    'Isabella','Elsie','Daisy','Poppy','Evie','Sienna','Harper','Noah','Oliver','George','Arthur','Muhammad','Leo','Harry',
    'Oscar','Archie','Henry','Theodore','Freddie','Jack','Charlie','Theo','Alfie','Jacob','Thomas','Finley','Arlo','William',
    'Lucas','Roman','Edward','Sebastian','Margaret','Susan','Patricia','Christine','Linda','David','John','Peter','Michael',
    'Alan','Robert','Stephen','Zoe','Bronwen','Gareth'])[1 + scale.roll(n, 901, 60)]
$$;

create function scale.last_name(n bigint) returns text language sql stable as $$
  select (array['Ash','Black','Brad','Bur','Carl','Clay','Crom','Dal','Dar','Ed','El','Fair','Gar','Gold','Graf','Hal','Har',
    'Hart','Haw','Hol','Kings','Lang','Lin','Long','Mar','Mer','Mid','Nor','Oak','Pem','Pres','Red','Rock','Ship','Stan',
    'Strat','Thorn','Wal','Wes','Whit'])[1 + scale.roll(n, 902, 40)]
  || (array['ton','ley','field','ford','well','worth','wick','bury','by','ham','stone','wood','brook','dale','ridge','cott',
    'more','man','gate','shaw','combe','hurst','croft','bourne','land'])[1 + scale.roll(n, 903, 25)]
$$;

create function scale.street(n bigint) returns text language sql stable as $$
  select (1 + scale.roll(n, 904, 180)) || ' ' || scale.last_name(n / 7) || ' '
    || (array['Street','Road','Lane','Avenue','Close','Drive','Way','Gardens','Terrace','Place','Crescent','Hill'])
      [1 + scale.roll(n, 905, 12)]
$$;

create function scale.town(n bigint) returns text language sql stable as $$
  select (array['London','Birmingham','Leeds','Sheffield','Bradford','Liverpool','Manchester','Bristol','Wakefield','Cardiff',
    'Coventry','Nottingham','Leicester','Sunderland','Newport','Swansea','Plymouth','Derby','Southampton','Portsmouth',
    'Norwich','York','Exeter','Bath','Oxford','Cambridge','Ipswich','Luton','Reading','Bolton','Stockport','Wrexham',
    'Chester','Lincoln','Durham','Carlisle','Hereford','Truro','Salisbury','Winchester'])[1 + scale.popular(n, 906, 40)]
$$;

create function scale.postcode(n bigint) returns text language sql stable as $$
  select (array['LS','YO','SW','SE','B','M','BS','CF','NG','LE','S','BD','L','NR','EX','BA','OX','CB','PO','SO'])
      [1 + scale.roll(n, 907, 20)]
    || (1 + scale.roll(n, 908, 28)) || ' ' || scale.roll(n, 909, 10)
    || chr(65 + scale.roll(n, 910, 26)) || chr(65 + scale.roll(n, 911, 26))
$$;
