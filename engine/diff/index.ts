export { diff } from './diff.ts';
export { changeClasses, type Change, type ChangeClass } from './types.ts';
