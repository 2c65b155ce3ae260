import Type from 'typebox';
import { Ref } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const imageCodeWidget: WidgetDefinition = {
  name: 'imageCode',
  title: 'Image code',
  description: 'Characters to be read from a picture. Who cannot see it has the phone solve a puzzle instead.',
  accepts: ['object'],
  options: Type.Object(
    {
      op: Type.Optional(
        Ref('operation', { title: 'Operation', description: 'Gives challengeId, image and proofOfWork; by default auth.imageCode.' }),
      ),
    },
    { additionalProperties: false },
  ),
  sensitivity: 'secret',
  words: ['picture', 'another', 'entry', 'cannotSee', 'proving', 'proven', 'notProven', 'notLoaded'],
};
