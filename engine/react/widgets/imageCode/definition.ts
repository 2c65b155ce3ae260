import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const imageCodeWidget: WidgetDefinition = {
  name: 'imageCode',
  title: 'Image code',
  description:
    'Characters to be read from a picture while the phone solves a puzzle. Who cannot see it has the phone solve a longer one instead.',
  accepts: ['object'],
  options: object({
    op: Type.Optional(
      Ref('operation', {
        title: 'Operation',
        description: 'Gives challengeId, image, proofOfWork and proofAlone; by default auth.imageCode.',
      }),
    ),
  }),
  sensitivity: 'secret',
  words: ['picture', 'another', 'entry', 'cannotSee', 'checking', 'checked', 'proving', 'proven', 'notProven', 'notLoaded'],
};
