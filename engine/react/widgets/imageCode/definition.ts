import Type from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref } from '../../../config/annotations.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const imageCodeWidget: WidgetDefinition = {
  name: 'imageCode',
  title: 'Image code',
  description:
    'A CAPTCHA: the person reads characters from a picture while the phone solves a proof of work. People who cannot see the picture can use a longer proof of work instead.',
  accepts: ['object'],
  options: object({
    op: Type.Optional(
      Ref('operation', {
        title: 'Operation',
        description: 'Returns challengeId, image, proofOfWork and proofAlone; by default auth.imageCode.',
      }),
    ),
  }),
  sensitivity: 'secret',
  words: ['picture', 'another', 'entry', 'cannotSee', 'checking', 'checked', 'proving', 'proven', 'notProven', 'notLoaded'],
};
