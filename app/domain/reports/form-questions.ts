/**
 * The questions of the search forms, with the answers that mean that a topic applies to the
 * property. The forms are CON29 (2016), LLC1, CON29DW (2017), CON29M and environmental reports.
 */

import type { TopicName } from "./labels.ts";

/**
 * An answer in a search form. "see" refers to an attachment. "unsaid" is "not applicable", a dash
 * or a note.
 */
type Answer = "yes" | "no" | "high" | "medium" | "low" | "see" | "unsaid";

export type Question = {
  topic: TopicName;
  /** Matches the question, its short title, or a sentence that states it. */
  words: RegExp;
  /** Answers that mean that the topic applies to the property. */
  applies: readonly Answer[];
  /**
   * True if a sentence with these words means that the topic applies, unless the sentence denies
   * it.
   */
  says: boolean;
};

const BAD_IF_SO: readonly Answer[] = ["yes", "see", "high", "medium"];
const BAD_IF_NOT: readonly Answer[] = ["no"];

const so = (topic: TopicName, words: RegExp): Question => ({
  topic,
  words,
  applies: BAD_IF_SO,
  says: true,
});
/**
 * Builds a question whose words occur only in the form itself, so that a sentence with them says
 * nothing about the property.
 */
const asked = (topic: TopicName, words: RegExp, applies = BAD_IF_SO): Question => ({
  topic,
  words,
  applies,
  says: false,
});

export const QUESTIONS: readonly Question[] = [
  // Question 1.1 of CON29, and parts 3 and 10 of LLC1.
  so("planning_agreement", /\bplanning permission\b[^.?]{0,60}\brefused\b/gi),
  so(
    "planning_agreement",
    /\b(?:section|s\.?) ?(?:106|52) (?:planning )?agreement|\bsection 106\b/gi,
  ),
  so("listed_building", /\blisted building\b(?! (?:enforcement|repairs) notice)/gi),
  asked("listed_building", /\blisted buildings? charges?\b/gi),
  // Questions 2.1 and 2.2 of CON29.
  asked(
    "unadopted_road",
    /\b(?:highways? )?maintainable at (?:the )?public expense\b/gi,
    BAD_IF_NOT,
  ),
  asked("unadopted_road", /(?<!not )\badopted\b/gi, BAD_IF_NOT),
  asked("unadopted_road", /\bsubject to adoption\b|\breclaim the cost from the frontagers\b/gi),
  so(
    "unadopted_road",
    /\bnot (?:been )?adopted\b|\bunadopted\b|\bprivate (?:road|street|lane)\b|\baccess lane is private\b|\bnot (?:a highway |publicly )?(?:maintainable|maintained) (?:at|by)\b/gi,
  ),
  so("right_of_way", /\bpublic (?:footpath|bridleway|byway|rights? of way)\b/gi),
  // Questions 3.1 to 3.6 of CON29.
  so("land_required", /\bland (?:required for public purposes|to be acquired for road works)\b/gi),
  asked("sustainable_drainage", /\bsustainable urban drainage system|\bsuds\b/gi),
  asked(
    "transport_scheme",
    /\bcentre ?line of (?:a|the) (?:new|proposed)\b|\bouter limits of\b|\bproposals for a railway\b|\bnearby (?:road|railway) schemes?\b/gi,
  ),
  // Questions 3.7 and 3.8 of CON29.
  asked(
    "statutory_notice",
    /^\(?[a-g]\) (?:building works|environment|health and safety|housing|highways(?! maintainable)|public health|flood and coastal erosion risk management)\b/gi,
  ),
  asked("statutory_notice", /\bstatutory notices\b|\boutstanding (?:statutory )?notices\b/gi),
  so(
    "building_regulations",
    /\b(?:contravention|breach) of (?:any provision contained in )?(?:the )?building regulations\b/gi,
  ),
  // Question 3.9 of CON29.
  so(
    "enforcement_notice",
    /\b(?:enforcement|stop|breach of condition|planning contravention|(?:listed )?buildings? repairs|building preservation) notices?\b|\bnotice relating to breach of planning control\b/gi,
  ),
  so(
    "planning_agreement",
    /\barticle 4 direction\b|\bdirection restricting permitted development\b|\border revoking or modifying planning permission\b|\border requiring discontinuance of use\b|\bproceedings to enforce a planning (?:agreement|contribution|obligation)\b/gi,
  ),
  so("tree_preservation", /\btree preservation orders?\b/gi),
  // Questions 3.10 to 3.15 of CON29.
  so(
    "infrastructure_levy",
    /\b(?:default liability|assumption of liability|liability|demand) notices?\b|\bnotice of chargeable development\b/gi,
  ),
  so("conservation_area", /\bconservation area\b/gi),
  asked("conservation_area", /\bdesignate the area a conservation area\b/gi),
  so(
    "compulsory_purchase",
    /\bcompulsory (?:purchase|acquisition)\b|\bcompulsorily (?:purchased?|acquired?)\b/gi,
  ),
  so(
    "contaminated_land",
    /\bcontaminated land\b|\b(?:may|might|is likely to) be contaminated\b|\bformer (?:gas ?works|landfill|tannery|petrol station)\b/gi,
  ),
  so("radon", /\bradon\b/gi),
  so("community_value", /\bassets? of community value\b/gi),
  // Parts 1 and 2 of LLC1.
  asked("financial_charge", /\b(?:general|specific) financial charges?\b/gi),
  // Questions of CON29DW.
  asked(
    "foul_drainage",
    /\bfoul (?:water|drainage)\b[^.?]{0,60}\bdrains? to (?:a|the) public sewer/gi,
    BAD_IF_NOT,
  ),
  asked(
    "foul_drainage",
    /(?<!not )\bconnected to (?:the )?(?:mains? drainage|mains? sewer|public (?:foul )?sewer)/gi,
    BAD_IF_NOT,
  ),
  so(
    "foul_drainage",
    /\bfoul water\b[^.?]{0,60}\b(?:does not drain|is not connected)|\bnot connected to (?:the )?(?:mains?|public) (?:foul )?(?:drainage|sewer)|\b(?:septic tank|cess ?pit|cess ?pool|package treatment plant)\b/gi,
  ),
  so(
    "sewer",
    /\bpublic sewers?(?:, disposal mains? or lateral drains?)? (?:lies |is |runs |are )?within (?!30\.48|100 f)|\bbuild-over agreement\b|\bin the vicinity of a public sewer\b/gi,
  ),
  so("sewer_flooding", /\b(?:internal|sewer) flooding\b/gi),
  asked("water_supply", /(?<!not )\bconnected to (?:the )?(?:mains?|public) water\b/gi, BAD_IF_NOT),
  so(
    "water_supply",
    /\bnot connected to (?:the )?(?:mains?|public) water\b|\bprivate water supply\b/gi,
  ),
  so("water_pressure", /\blow water pressure\b/gi),
  // Questions of CON29M and of environmental reports.
  so(
    "mining",
    /\b(?:coal mining|(?:coal )?mine (?:entry|entries|shafts?)|(?:past|present|future) underground coal|subsidence)\b/gi,
  ),
  so(
    "flood_zone",
    /\bflood zones?:? (?:zone )?(?:2 (?:or|and|&) )?3[ab]?\b|\bhigh risk of flooding\b/gi,
  ),
  asked("flood_zone", /\bflooding from (?:rivers|the sea)\b/gi, ["high"]),
  asked("flooding", /\bflooding from (?:rivers|the sea)\b/gi, ["medium", "yes", "see"]),
  asked("flooding", /\bflooding from (?:surface water|groundwater)\b/gi),
  so(
    "flooding",
    /\b(?:surface water|river|coastal|groundwater) flooding\b|\bflood zone 2(?! (?:or|and|&) 3)\b|\b(?:medium|moderate) risk of flooding\b/gi,
  ),
];

/** Kinds of answers, with the words that forms print for them. Longer words come first. */
const ANSWERS: readonly [Answer, string][] = [
  ["unsaid", "not applicable|n/?a|informative|not known"],
  [
    "no",
    "not identified|no (?:records?|entry|entries|data|notices?)|none|nil|negative|passed|pass|clear|less than 1 ?%",
  ],
  ["low", "very low|low(?! water)|negligible"],
  ["medium", "medium|moderate"],
  ["high", "very high|high(?! (?:street|road|lane))"],
  [
    "see",
    "see (?:the )?(?:attached|schedule|enclosed|plan|below|overleaf|additional)|as attached|refer to",
  ],
  ["yes", "yes|identified|further action|action required|failed"],
  ["no", "no"],
];
const ANSWER = new RegExp(
  `\\b(?:${ANSWERS.map(([, words]) => `(${words})`).join("|")})(?![\\w/])`,
  "gi",
);
/**
 * Words that come before a name, as in "relates to Low Farm". A capitalised word after them is not
 * an answer.
 */
const BEFORE_NAME = /\b(?:to|at|of|in|on|near|by|the|an?|for|from|and|or) *$/i;
/**
 * Words that are verbs and not answers at the end of a sentence, as in "has not been identified".
 */
const IS_VERB = /identified|action|passed|clear|failed|known/i;

/**
 * Returns the answer in the text that follows a question, or null. A word is an answer if it
 * follows a punctuation mark, is capitalised as in a form, or is the last word.
 */
export function answerIn(text: string): Answer | null {
  for (const found of text.matchAll(ANSWER)) {
    const [word] = found;
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + word.length);
    const isMarked = /(?:^|[:?.–—]| -) *$/.test(before);
    const isLast = /^\W*$/.test(after) && !IS_VERB.test(word);
    const isPrinted = /^[A-Z]|^n\/?a$/.test(word) && !BEFORE_NAME.test(before);
    if (!isMarked && !isPrinted && !isLast) continue;
    // "No. 14 of 1987" has a number, and "No action was taken" is a sentence, so neither "no" is an
    // answer.
    if (/^no$/i.test(word) && !/^(?:$|[.,;:)–—-](?! ?\d)| [-–—(A-Z])/.test(after)) continue;
    const kind = ANSWERS[found.slice(1).findIndex(Boolean)];
    if (kind) return kind[0];
  }
  return /^\W*$/.test(text) && /[-–—]/.test(text) ? "unsaid" : null;
}

/**
 * Text that instructs the person or model that reads it (prompt injection). A document with such
 * text needs careful review.
 */
export const PROMPT_INJECTION =
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:instructions?|prompts?|schema|rules|told|above)\b|\b(?:answer|respond|reply) (?:only )?with\b[^.]{0,10}[<{["“]|\byou are (?:now\b|(?:an?|the) (?:[\w-]+ ){0,3}(?:assistant|ai|model|chatbot|bot)\b)|\b(?:dear ai|language model|system prompt|new instructions)\b|\[\/?inst\]|<\/?(?:system|assistant|instructions?|documents?)>|(?:^|[.#>] ?)\s?(?:system|assistant|user): |"(?:findings|system|role|tool_use|tools)" ?:|"type" ?: ?"tool_|\bdo not (?:report|mention|flag)\b|\breport (?:no|nothing|that (?:there is|all is))\b/i;
