export { textsChangedSince } from './changedSince.ts';
export { faultOf } from './faults.ts';
export { placesOfWords, subjectOf, type WordLanguage, type WordPlaces } from './places.ts';
export { setTexts } from './setTexts.ts';
export { formsOf, pluralForms, readTexts, type TextsOfLanguage } from './texts.ts';
