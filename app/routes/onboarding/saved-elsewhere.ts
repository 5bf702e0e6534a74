/**
 * Where two versions of the same answers differ: an error for each such question, which says what is saved.
 *
 * @param shown the text to show for answers that are compared by id
 */
export function differingAnswers<Answers extends Record<string, string>>(
  mine: Answers,
  saved: Answers,
  shown: Partial<Answers> = {},
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(saved)
      .filter(([question, answer]) => mine[question] !== answer)
      .map(([question, answer]) => [question, [`Saved elsewhere: ${shown[question] ?? answer}`]]),
  );
}
