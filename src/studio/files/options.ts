import type { Static } from 'typebox';
import { Cel, Ref } from '../../../engine/config/annotations.ts';
import { object } from '../../../engine/config/object.ts';

/** Options of every block that edits the files of a change. */
export const fileOptions = {
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  files: Ref('operation', { title: 'Files', description: 'Lists the files of the change.' }),
  texts: Ref('operation', { title: 'Texts', description: 'Reads all files of the change.' }),
  file: Ref('operation', { title: 'File', description: 'Opens one file.' }),
  save: Ref('operation', { title: 'Save', description: 'Saves one file, based on a hash.' }),
  problems: Ref('operation', { title: 'Problems', description: 'Compiles the change.' }),
};

const options = object(fileOptions);
export type FileOptions = Static<typeof options>;
