export { casesFiles } from './files.ts';
export { caseGaps } from './gaps.ts';
