export { casesFiles } from './files.ts';
