/**
 * Words for small numbers, and for what texts count, by language. Numbers start at 2, because "one" is an article or a pronoun in
 * too many texts. A language without words is checked for digits alone.
 */
export interface NumberWords {
  numbers: Readonly<Record<string, number>>;
  /** Stems of the words for the units of an answer, such as digits. */
  units: readonly string[];
  /** A word between a number and what it counts. */
  linker?: string;
}

const inOrder = (words: string, from = 2): Record<string, number> =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, from + index]));

export const numberWords: Readonly<Record<string, NumberWords>> = {
  en: {
    numbers: inOrder('two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'),
    units: ['digit', 'character', 'letter'],
  },
  fil: {
    // Before a noun, a number takes the linker -ng.
    numbers: {
      ...inOrder('dalawa tatlo apat lima anim pito walo siyam sampu labing-isa labindalawa labintatlo labing-apat labinlima labing-anim'),
      ...inOrder(
        'dalawang tatlong apat limang anim pitong walong siyam sampung labing-isang labindalawang labintatlong labing-apat labinlimang',
      ),
    },
    units: ['digit', 'numero', 'karakter', 'letra', 'titik'],
    linker: 'na',
  },
  hi: {
    numbers: {
      ...inOrder('दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह'),
      ...inOrder('दो तीन चार पांच छः'),
    },
    units: ['अंक', 'अक्षर', 'वर्ण'],
  },
};
