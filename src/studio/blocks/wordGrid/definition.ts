import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  list: Ref('operation', { title: 'List', description: 'Lists the words by a filter, a page at a time.' }),
  save: Ref('operation', { title: 'Save', description: 'Saves words, each based on a text.' }),
  problems: Ref('operation', { title: 'Problems', description: 'Compiles the change.' }),
});
export type WordGridOptions = Static<typeof options>;

export const wordGridBlock: BlockDefinition = {
  name: 'wordGrid',
  title: 'Word grid',
  description: 'The texts of a change by key and language. Each saves by itself and shows what the compiler says about it.',
  options,
  words: [
    'find',
    'findHint',
    'found',
    'none',
    'language',
    'everyLanguage',
    'screen',
    'everyScreen',
    'show',
    'all',
    'missing',
    'changed',
    'outdated',
    'problem',
    'complete',
    'needs',
    'onScreens',
    'moreScreens',
    'noScreen',
    'place',
    'saving',
    'saved',
    'offline',
    'theirs',
    'keepMine',
    'takeTheirs',
    'refused',
    'before',
    'beforeNothing',
    'sourceChanged',
    'notNeeded',
    'nextPage',
    'previousPage',
  ],
  wordsAreLocal: true,
};
