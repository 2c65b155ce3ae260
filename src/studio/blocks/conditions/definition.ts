import type { Static } from 'typebox';
import { Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { object } from '../../../../engine/config/object.ts';
import { fileOptions } from '../../files/options.ts';

const options = object({
  ...fileOptions,
  list: Ref('operation', { title: 'List', description: 'Lists the conditions of the change.' }),
  reach: Ref('operation', { title: 'Reach', description: 'Returns how many past applications a condition would hold for.' }),
  context: Ref('operation', { title: 'Context', description: 'Returns the scope of one condition.' }),
});
export type ConditionsOptions = Static<typeof options>;

const comparisons = ['given', 'absent', 'equal', 'unequal', 'less', 'atMost', 'more', 'atLeast', 'oneOf', 'noneOf', 'yes', 'no'];
const reached = ['counted', 'few', 'nearlyAll', 'tooFew', 'sensitive', 'unanswerable'];
const governed = ['field', 'rule', 'step', 'row', 'event', 'named', 'block', 'other'];

export const conditionsBlock: BlockDefinition = {
  name: 'conditions',
  title: 'Conditions',
  description: 'The conditions of a change, each by rows and as CEL, with what it means in words and its cases.',
  options,
  words: [
    'find',
    'findHint',
    'shown',
    'more',
    'none',
    'choose',
    'file',
    'gone',
    'did',
    'didCase',
    'way',
    'rows',
    'text',
    'noRows',
    'cel',
    'means',
    'unreadable',
    'lines',
    'group',
    'joined',
    'all',
    'any',
    'addRow',
    'addGroup',
    'line',
    'field',
    'named',
    'comparison',
    'holds',
    'holdsNot',
    'remove',
    'removeLine',
    'value',
    'values',
    'addValue',
    'cases',
    'noCases',
    'failed',
    'allPass',
    'given',
    'expected',
    'found',
    'nothingGiven',
    'otherwise',
    'reach',
    'reachNow',
    ...reached.map((name) => `reached.${name}`),
    'newCase',
    'isGiven',
    'comesOut',
    'addCase',
    'outcome.true',
    'outcome.false',
    'outcome.unreadable',
    ...comparisons.map((name) => `is.${name}`),
    ...governed.map((name) => `governs.${name}`),
  ],
};
