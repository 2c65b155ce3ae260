import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const photoWidget: WidgetDefinition = {
  name: 'photo',
  title: 'Photo',
  description: 'A photo from the camera or a file, resized on the device before upload. The answer is the id of the stored file.',
  accepts: ['string'],
  uploads: true,
  alike: ({ purpose, facing = 'environment' }) => ({ key: `the purpose "${String(purpose)}"`, option: 'facing', value: facing }),
  options: object({
    purpose: Type.String({ title: 'Purpose', description: 'Purpose under which the file is stored.', pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
    facing: Type.Optional(
      Type.Enum(['user', 'environment'], { title: 'Camera', description: 'user for a selfie, environment (default) for a document.' }),
    ),
    maxEdgePx: Type.Optional(
      Type.Integer({
        title: 'Longest edge (px)',
        description: 'The longest edge after resizing; 1600 by default.',
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
            description: 'Smaller photos are refused.',
            minimum: 1,
            maximum: 1000,
          }),
          minSharpness: Type.Number({
            title: 'Sharpness',
            description:
              'Variance of the Laplacian in the sharpest part of the photo at 512 px: 0 for a plain surface, below 10 for a blurred photo.',
            minimum: 0,
            maximum: 1000,
          }),
          minBrightness: Type.Integer({
            title: 'Darkest',
            description: 'Photos with a lower mean brightness are refused.',
            minimum: 0,
            maximum: 127,
          }),
          maxBrightness: Type.Integer({
            title: 'Brightest',
            description: 'Photos with a higher mean brightness are refused.',
            minimum: 128,
            maximum: 255,
            'x-not-below': 'minBrightness',
          }),
        },
        {
          title: 'Quality',
          description:
            'Limits for photos, checked on the device and again on the server. A photo must meet the limits of every field with its purpose.',
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
