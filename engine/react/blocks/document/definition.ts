import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  document: Ref('document', { title: 'Document' }),
});
export type DocumentOptions = Static<typeof options>;

export const documentBlock: BlockDefinition = {
  name: 'document',
  title: 'Document',
  description: 'A document from locales/<language>/documents in the chosen language.',
  options,
};
