import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  files: Ref('operation', { title: 'Files', description: 'Lists the files of the change.' }),
  file: Ref('operation', { title: 'File', description: 'Opens one file.' }),
  save: Ref('operation', { title: 'Save', description: 'Saves one file, based on a hash.' }),
  problems: Ref('operation', { title: 'Problems', description: 'Compiles the change.' }),
});
export type FileEditorOptions = Static<typeof options>;

export const fileEditorBlock: BlockDefinition = {
  name: 'fileEditor',
  title: 'File editor',
  description: 'The files of a change, a text editor that saves by itself, and the problems that the compiler finds while one types.',
  options,
  words: [
    'find',
    'found',
    'files',
    'editing',
    'state.added',
    'state.edited',
    'state.removed',
    'choose',
    'saving',
    'saved',
    'merged',
    'offline',
    'readOnly',
    'others',
    'restored',
    'problems',
    'noProblem',
    'checking',
    'apply',
    'goTo',
    'severity.error',
    'severity.warning',
    'group.screens',
    'group.forms',
    'group.words',
    'group.flows',
    'group.lists',
    'group.other',
  ],
  wordsAreLocal: true,
};
