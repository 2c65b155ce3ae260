export { fromFiles, toDiagnostics, toFiles } from './files.ts';
export { record } from './record.ts';
export { replay } from './replay.ts';
