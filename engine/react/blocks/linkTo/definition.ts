import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  to: Cel('string', { title: 'To', description: 'A route that data gives; anything but a path of the app is not followed.' }),
});
export type LinkToOptions = Static<typeof options>;

export const linkToBlock: BlockDefinition = {
  name: 'linkTo',
  title: 'Link from data',
  description: 'A button-like link to a route that an operation gives, as opposed to one of the configuration.',
  options,
};
