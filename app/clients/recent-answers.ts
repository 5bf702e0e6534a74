/** Remembers answers for a short time, and not more than so many: the oldest go first. */
export class RecentAnswers<Answer> {
  #answers = new Map<string, { answer: Answer; until: number }>();

  constructor(private readonly limits: { for_ms: number; at_most: number }) {}

  get(key: string): Answer | undefined {
    const known = this.#answers.get(key);
    return known && known.until > Date.now() ? known.answer : undefined;
  }

  put(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, { answer, until: Date.now() + this.limits.for_ms });
    for (const [oldest] of this.#answers) {
      if (this.#answers.size <= this.limits.at_most) break;
      this.#answers.delete(oldest);
    }
  }

  clear(): void {
    this.#answers.clear();
  }
}
