import type { Static } from 'typebox';
import { Ref } from '../../../../engine/config/annotations.ts';
import { object } from '../../../../engine/config/object.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { fileOptions } from '../../files/options.ts';

const options = object({
  ...fileOptions,
  metaSchemas: Ref('operation', { title: 'Meta-schemas', description: "Returns the meta-schemas of the application's files." }),
  graph: Ref('operation', { title: 'Exploration', description: "Returns the explorer's findings in the change." }),
  comments: Ref('operation', { title: 'Comments', description: 'Lists what people say about the change and its places.' }),
});
export type FileEditorOptions = Static<typeof options>;

export const fileEditorBlock: BlockDefinition = {
  name: 'fileEditor',
  title: 'File editor',
  description: "The files of a change, a text editor that saves by itself, and the compiler's problems as one types.",
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
    'compare',
    'compared',
    'saving',
    'saved',
    'merged',
    'offline',
    'readOnly',
    'others',
    'restored',
    'problems',
    'noProblem',
    'comments',
    'toComments',
    'checking',
    'explore',
    'exploring',
    'explored',
    'exploredNothing',
    'exploredPartly',
    'exploredBefore',
    'unexplored',
    'play',
    'apply',
    'fixed',
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
