import pg from "pg";

const FIELDS = [
  "id",
  "email",
  "first_name",
  "middle_name",
  "last_name",
  "phone_number",
  "type",
  "active",
  "version",
  "created_at",
];

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

export async function readFields() {
  const { rows } = await pool.query(`select ${FIELDS.join(", ")} from users where email = $1`, [
    "sam.seller@customers.example",
  ]);
  return FIELDS.map((name) => ({ name, value: String(rows[0][name] ?? "") }));
}
