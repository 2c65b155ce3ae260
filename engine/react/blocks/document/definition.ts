import Type, { type Static } from 'typebox';
import { Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object(
  {
    document: Ref('document', { title: 'Document' }),
  },
  { additionalProperties: false },
);
export type DocumentOptions = Static<typeof options>;

export const documentBlock: BlockDefinition = {
  name: 'document',
  title: 'Document',
  description: 'A document of locales/<language>/documents in the chosen language.',
  options,
};
