import Type, { type Static } from 'typebox';
import { Cel } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  { ticket: Cel('string', { title: 'Ticket', description: 'From rewards.get; empty while there is none.' }) },
  { additionalProperties: false },
);
export type HomescreenManifestOptions = Static<typeof options>;

export const homescreenManifestBlock: BlockDefinition = {
  name: 'homescreenManifest',
  title: 'Manifest of the homescreen reward',
  description: "Invisible. Links the borrower's own manifest, which lets the server recognise an app opened from the homescreen.",
  options,
};
