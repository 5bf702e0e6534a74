/** Texts of the two fields of the form that gives a matter to another handler. */
export const HAND_OVER_FIELDS = {
  handler_id: {
    label: "New handler",
    empty: "Choose a colleague",
    hint: "We’ll email your note to this colleague. Customers will see the colleague’s name on their page.",
  },
  note: {
    label: "Note",
    hint: "What your colleague needs to know. We’ll save it in Messages as an internal note. The person it’s about can ask to read it.",
  },
};
