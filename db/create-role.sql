-- The service's own role in compose.yaml: it owns its database, and is no superuser.
create role fanlight login password 'fanlight';
create database fanlight owner fanlight;
