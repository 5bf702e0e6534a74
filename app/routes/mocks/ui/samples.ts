export const LONG =
  "A sentence that goes on for longer than anybody would wish, because the people who write into our fields do so too, and nothing on the page may break when they do";
export const LONG_WORD =
  "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
