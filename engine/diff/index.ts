export { uncovered } from './coverage.ts';
export { diff } from './diff.ts';
export { asDiagnostics, tally, tellChanges } from './tell.ts';
export { changeClasses, type Change } from './types.ts';
