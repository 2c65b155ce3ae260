import Type, { type Static } from 'typebox';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import { object } from '../../../../engine/config/object.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  form: Ref('form', { title: 'Form', description: 'A form that the screen asks.' }),
  about: Type.Optional(
    Cel('string', {
      title: 'About',
      description: 'What it is filled in for, such as the id of a change. It does not come back for anything else.',
    }),
  ),
});
export type KeepsFormOptions = Static<typeof options>;

export const keepsFormBlock: BlockDefinition = {
  name: 'keepsForm',
  title: 'Keep a form',
  description:
    'Keeps what is filled in and not sent yet in the browser, so that a reload or a closed tab loses nothing. Says so when it comes back.',
  options,
  words: ['kept'],
};
