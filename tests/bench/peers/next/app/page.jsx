import { readFields } from "../../person.mjs";

export const dynamic = "force-dynamic";

export default async function TenFields() {
  const fields = await readFields();
  return (
    <main id="main">
      <h1>Ten fields</h1>
      <form method="post">
        {fields.map(({ name, value }) => (
          <p key={name}>
            <label htmlFor={name}>Field {name}</label>
            <input id={name} name={name} type="text" defaultValue={value} />
          </p>
        ))}
        <button type="submit">Send</button>
      </form>
    </main>
  );
}
