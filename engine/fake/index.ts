export { casesOf } from './cases.ts';
export { faultyAnswers } from './faults.ts';
export { fakeAnswers, fakeForm, knownOf, type FakeForm } from './form.ts';
export { interestsOf, type Interest, type Interests, type Reader } from './interest.ts';
export { isBounded } from './patternText.ts';
export { createRandom, type Random } from './random.ts';
export { boundaryValues, validValue } from './values.ts';
