-- Role of the service in compose.yaml. It owns its database but is not a superuser.
\getenv password DATABASE_PASSWORD
create role fanlight login password :'password';
create database fanlight owner fanlight;
-- Database for drills, which restore a backup (docs/operations.md).
create database fanlight_drill owner fanlight;
