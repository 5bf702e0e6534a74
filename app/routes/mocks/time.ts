const format = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "Europe/London",
});

export function formatTime(instant: string | number): string {
  return format.format(typeof instant === "number" ? instant * 1_000 : new Date(instant));
}
