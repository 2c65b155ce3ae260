export { Behaviour } from './behave.ts';
export { fromFiles, toDiagnostics, toFiles } from './factFiles.ts';
export { factsOf, type Facts } from './facts.ts';
export { record } from './record.ts';
export { replay } from './replay.ts';
