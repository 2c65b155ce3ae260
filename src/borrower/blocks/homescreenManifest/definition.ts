import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({ ticket: Cel('string', { title: 'Ticket', description: 'From rewards.get; empty while there is none.' }) });
export type HomescreenManifestOptions = Static<typeof options>;

export const homescreenManifestBlock: BlockDefinition = {
  name: 'homescreenManifest',
  title: 'Manifest of the homescreen reward',
  description: "Invisible. Links the borrower's own manifest, which lets the server recognise an app opened from the homescreen.",
  options,
};
