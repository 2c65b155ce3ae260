export { copyItem, insertItem, moveItem, removeValue, renameKey, setValue, type Edited } from './edit.ts';
export { mergeFile, mergeFiles } from './mergeFile.ts';
export { resolve } from './resolve.ts';
export { editsBetween, stateOfChange, withEdits } from './state.ts';
export type { Conflict, Merged } from './types.ts';
