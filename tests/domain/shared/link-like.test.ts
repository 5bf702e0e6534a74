import { expect, test } from "vitest";
import { addressWithoutLinks, nameWithoutLinks } from "#app/domain/shared/strip-links.ts";

test.each([
  ["Ada", "Byron", "Ada Byron"],
  ["J.R.R.", "O'Neill-St. John", "J.R.R. O'Neill-St. John"],
  ["Żółć", "محمد", "Żółć محمد"],
  ["HM Land Registry www.evil.test/verify", "Byron", "Byron"],
  ["Ada", "evil.co/x", "Ada"],
  ["Ada", "ada@evil.test", "Ada"],
  ["https://192.0.2.7/pay", "192.0.2.7", null],
  ["WWW evil", "пример.рф", null],
  ["x.xn--p1ai", "st.com", "St. com"],
])("the name %j %j is shown as %j (SE-6)", (first_name, last_name, shown) => {
  expect(nameWithoutLinks({ first_name, last_name })).toBe(shown);
});

test.each([
  [{ line_1: "Flat 1.2, 3/4 St.Mary's Road" }, "Flat 1.2, 3/4 St. Mary's Road, York, YO1 7HZ"],
  [{ line_1: "1 High Street", line_2: "verify at www.evil.test" }, "1 High Street, York, YO1 7HZ"],
  [{ line_1: "evil.test", post_town: "evil.test", postcode: null }, "a property"],
])("the address %j is shown as %j (SE-6)", (lines, shown) => {
  expect(addressWithoutLinks({ post_town: "York", postcode: "YO1 7HZ", ...lines })).toBe(shown);
});
