/**
 * Very common words by language, which reveal a text in the wrong language. A word that another listed language also has ("at", "may",
 * "on") must not be listed. A language without a list is not checked.
 */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'the of and to is are was be been your you we our us it its this that these those with for from will have has not cannot please by or if in they their there when what which how'.split(
      ' ',
    ),
  ),
  fil: new Set(
    'ang ng mga sa na nang ay ka ko mo niya namin natin kayo kami ninyo iyong aming inyong ito iyon hindi huwag kung para kapag dahil pero lang po nga ba wala walang mayroon'.split(
      ' ',
    ),
  ),
};
