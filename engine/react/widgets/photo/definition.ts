import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const photoWidget: WidgetDefinition = {
  name: 'photo',
  title: 'Photo',
  description: 'A photo from the camera or a file; made smaller on the device, then sent. The answer is the id of the stored file.',
  accepts: ['string'],
  options: object({
    purpose: Type.String({ title: 'Purpose', description: 'What the file is stored as.', pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
    facing: Type.Optional(
      Type.Enum(['user', 'environment'], { title: 'Camera', description: 'user for a selfie, environment (default) for a document.' }),
    ),
    maxEdgePx: Type.Optional(
      Type.Integer({
        title: 'Longest edge (px)',
        description: 'It is made no larger than this before it is sent; 1600 by default.',
        minimum: 320,
        maximum: 4096,
        'x-not-below': 'quality/minShortEdgePx',
      }),
    ),
    quality: Type.Optional(
      object(
        {
          minShortEdgePx: Type.Integer({
            title: 'Shortest edge (px)',
            description: 'A smaller photo is refused.',
            minimum: 1,
            maximum: 1000,
          }),
          minSharpness: Type.Number({
            title: 'Sharpness',
            description:
              'Variance of the Laplacian where the photo is sharpest, at 512 px: 0 for a plain surface, below 10 for a blurred photo.',
            minimum: 0,
          }),
          minBrightness: Type.Integer({ title: 'Darkest', description: 'A lower mean brightness is refused.', minimum: 0, maximum: 127 }),
          maxBrightness: Type.Integer({
            title: 'Brightest',
            description: 'A higher mean brightness is refused.',
            minimum: 128,
            maximum: 255,
            'x-not-below': 'minBrightness',
          }),
        },
        {
          title: 'Quality',
          description:
            'Limits a photo must meet, checked on the device and again on the server. A photo must meet the limits of every field with its purpose.',
        },
      ),
    ),
  }),
  sensitivity: 'pii',
  words: [
    'take',
    'retake',
    'choose',
    'empty',
    'preview',
    'stored',
    'sending',
    'done',
    'failed',
    'waiting',
    'goesAlong',
    'notKept',
    'cameraWhy',
    'cameraRefused',
    'retry',
    'starting',
    'shoot',
  ],
};
