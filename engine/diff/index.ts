export { uncovered } from './coverage.ts';
export { diff } from './diff.ts';
export { asDiagnostics, tally, describeChanges } from './describe.ts';
export { touchedScreens } from './screens.ts';
export { changeClasses, type Change } from './types.ts';
