import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { fileOptions } from '../../files/options.ts';

const options = object({
  ...fileOptions,
  terms: Ref('operation', { title: 'Terms', description: 'Describes the values of a file, with caps and costs.' }),
  pattern: Cel('string', { title: 'Pattern', description: 'Regular expression for the paths of the files to choose from.' }),
  others: Cel('string', {
    title: 'Others',
    description: 'Regular expression for the paths of files that are shown by their properties alone.',
  }),
  metaSchemas: Ref('operation', { title: 'Meta-schemas', description: "Returns the meta-schemas of the application's files." }),
  condition: Ref('operation', { title: 'Condition', description: 'Returns the scope of one condition.' }),
});
export type TermsOptions = Static<typeof options>;

export const termsBlock: BlockDefinition = {
  name: 'terms',
  title: 'Terms',
  description: 'Values of a file as a form with units, the legal caps beside them, and what a loan costs before and after the change.',
  options,
  words: [
    'file',
    'none',
    'openFile',
    'checking',
    'sound',
    'found',
    'readOnly',
    'general',
    'all',
    'did',
    'percent',
    'days',
    'yes',
    'no',
    'cap',
    'cost.title',
    'cost.hint',
    'cost.amount',
    'cost.term',
    'cost.termDays',
    'cost.day',
    'cost.unknown',
    'cost.what',
    'cost.figure',
    'cost.before',
    'cost.after',
    'cost.received',
    'cost.fees',
    'cost.interest',
    'cost.gst',
    'cost.total',
    'cost.charge',
    'cost.rate',
    'cost.schedule',
    'cost.due',
    'cost.principal',
    'cost.parts',
    'cost.loan',
  ],
  wordsAreLocal: true,
};
