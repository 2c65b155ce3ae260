import Type from 'typebox';
import { Ref } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const imageCodeWidget: WidgetDefinition = {
  name: 'imageCode',
  title: 'Image code',
  description:
    'Characters to be read from a picture while the phone solves a puzzle. Who cannot see it has the phone solve a longer one instead.',
  accepts: ['object'],
  options: Type.Object(
    {
      op: Type.Optional(
        Ref('operation', {
          title: 'Operation',
          description: 'Gives challengeId, image, proofOfWork and proofAlone; by default auth.imageCode.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sensitivity: 'secret',
  words: ['picture', 'another', 'entry', 'cannotSee', 'checking', 'checked', 'proving', 'proven', 'notProven', 'notLoaded'],
};
