/** Names and addresses that PDFs must print without loss. */

export const NAMES = [
  // Latin
  "Łukasz Żółć-O'Brien", // Polish
  "Zdzisława Święcicka",
  "Jiří Dvořák", // Czech
  "Ľubomír Šťastný", // Slovak
  "Győző Hűvös", // Hungarian
  "Ștefan Țepeș", // Romanian
  "Şükrü Yıldırım Ağaoğlu", // Turkish
  "Əli Məmmədov", // Azerbaijani
  "Đorđe Čapljić", // Croatian
  "Žiga Krivec", // Slovene
  "Ģirts Ķēniņš", // Latvian
  "Šarūnas Žąsytė", // Lithuanian
  "Õie Jõgi", // Estonian
  "Åsa Öström", // Swedish
  "Søren Kjærgård", // Danish
  "Þórdís Guðmundsdóttir", // Icelandic
  "Ánte Čávžu-Ŋálggat", // Sámi
  "Größe Müßig", // German
  "François Lefèvre-Œuvray", // French
  "Núria Col·lell", // Catalan
  "Íñigo Muñoz Agüero", // Spanish
  "João Conceição", // Portuguese
  "Seán Ó Ḃriain", // Irish
  "Siân Gŵyl Ŷnys", // Welsh
  "Ġorġ Ħaż-Żebbuġ", // Maltese
  "Nguyễn Thị Phượng", // Vietnamese
  "Ọláolúwa Ṣóyínká", // Yoruba
  "Ɓala Ɗanjuma Ƙofa", // Hausa
  "Ērika Māori Tūhoe", // Māori
  "Kapiʻolani Kalākaua", // Hawaiian
  "Śrī Kṛṣṇa Ṭhākur", // Sanskrit, transliterated
  // Greek
  "Γιώργος Παπαδόπουλος",
  "Ἀθηνᾶ Ὠδή", // with the old accents
  // Cyrillic
  "Сергей Щёголев", // Russian
  "Їжакевич Ґалина Євгенівна", // Ukrainian
  "Ўладзімір Быкаў", // Belarusian
  "Љубица Ћирић Џајић", // Serbian
  "Ѓорѓи Ќосев", // Macedonian
  "Қасым Әлиұлы", // Kazakh
  "Өлзий Үүрдмаа", // Mongolian
  // Other scripts
  "Արամ Խաչատրյան", // Armenian
  "გიორგი ჭავჭავაძე", // Georgian
  "李小龍", // Chinese
  "王秀英",
  "山田さくら", // Japanese
  "タカハシ ケン",
  "김민준", // Korean
  "สมชาย ใจดี", // Thai
  "ከበደ ተሰማ", // Amharic
  "ᓄᓇᕗᑦ", // Inuktitut
];

/** Right-to-left names. A PDF reader may return their letters in either order. */
export const RIGHT_TO_LEFT = ["דוד כהן", "محمد علي", "فاطمة الزهراء", "یوسف گیلانی"];

export const ADDRESSES = [
  "Tŷ Gwyn, 3 Ffordd y Bont, LL61 5UJ",
  "Tŷ’r Ysgol, Llanfairpwllgwyngyll, LL61 5UJ",
  "Tŷ Newydd, Llŷn, Pwllheli, LL53 6EA",
  "Plas-yn-Llŷn, Morfa Nefyn, LL53 6BY",
  "Bryn Môr, Ffordd y Môr, Aberystwyth, SY23 2AZ",
  "Pen-y-Ŵyn, Tŵr Gwyn, Bangor, LL57 2DG",
  "Dŵr y Felin, Castell-nedd, SA10 7RE",
  "Gŵyl Fair, Heol y Brenin, Llandeilo, SA19 6BA",
  "Cŵm Cynon, Aberdâr, CF44 7LD",
  "Y Wîg, Heol Ŵyr, Y Bont-faen, CF71 7AA",
  "Fferm Tyddyn Ŷd, Llangefni, LL77 7UN",
  "Tir-y-Dâil, Rhydaman, SA18 3AX",
  "Tŷ-Croes, Rhosneigr, LL63 5RW",
  "Maes-yr-Haf, Penrhyndeudraeth, LL48 6AS",
  "Trem yr Ẅyddfa, Llanberis, LL55 4SU",
  "Pont-rhyd-y-groes, Ystrad Meurig, SY25 6DJ",
  "Nant Ẁen, Betws-y-Coed, LL24 0AY",
  "Pennant Ẃyn, Llanwrtyd, LD5 4RA",
  "Bwthyn Ỳr Afon, Dolgellau, LL40 1YT",
  "Ïsfryn, Cilgerran, Aberteifi, SA43 2SQ",
];
