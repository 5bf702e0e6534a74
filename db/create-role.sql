-- The service's own role in compose.yaml: it owns its database, and is no superuser.
\getenv password DATABASE_PASSWORD
create role fanlight login password :'password';
create database fanlight owner fanlight;
-- A drill restores a backup into it (docs/operations.md).
create database fanlight_drill owner fanlight;
