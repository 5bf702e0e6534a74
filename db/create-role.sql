-- Role of the service in compose.yaml: owns its database, is no superuser.
\getenv password DATABASE_PASSWORD
create role fanlight login password :'password';
create database fanlight owner fanlight;
-- Database of restore drills (docs/operations.md).
create database fanlight_drill owner fanlight;
