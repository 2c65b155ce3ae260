import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { fileOptions } from '../../files/options.ts';

const options = object(fileOptions);
export type DecisionGridOptions = Static<typeof options>;

export const decisionGridBlock: BlockDefinition = {
  name: 'decisionGrid',
  title: 'Decision grid',
  description: 'The decision tables of a change as a grid: rows in order, a cell for the condition and for each value of the outcome.',
  options,
  words: [
    'table',
    'none',
    'unreadable',
    'openFile',
    'keys',
    'actions',
    'insertAbove',
    'insertBelow',
    'moveUp',
    'moveDown',
    'copy',
    'delete',
    'row',
    'when',
    'otherwise',
    'nobody',
    'cell',
    'readOnly',
    'others',
    'checking',
    'sound',
    'found',
    'elsewhere',
    'severity.error',
    'severity.warning',
    'did.insertAbove',
    'did.insertBelow',
    'did.moveUp',
    'did.moveDown',
    'did.copy',
    'did.delete',
    'did.write',
    'inserted',
    'deleted',
    'moved',
  ],
  wordsAreLocal: true,
};
