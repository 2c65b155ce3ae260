import Type from 'typebox';
import type { WidgetDefinition } from '../../../config/definitions.ts';
import { type FileType, fileTypes } from '../../../config/fileTypes.ts';
import { largestFileMb } from '../../../config/largestFile.ts';
import { object } from '../../../config/object.ts';

export const fileWidget: WidgetDefinition = {
  name: 'file',
  title: 'File',
  description:
    'A file from the device: a PDF, or a photo, which is resized before upload. The answer is the id of the stored file. Put it into a list for several files.',
  accepts: ['string'],
  uploads: true,
  options: object({
    purpose: Type.String({ title: 'Purpose', description: 'Purpose under which the file is stored.', pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
    types: Type.Array(Type.Enum(Object.keys(fileTypes) as FileType[]), {
      title: 'Types',
      description: 'Types that the field accepts. The server decides by the content, not by the name.',
      minItems: 1,
      uniqueItems: true,
    }),
    maxMb: Type.Optional(
      Type.Integer({
        title: 'Largest size (MB)',
        description: `Larger files are refused; ${largestFileMb} by default. A photo counts after it was resized.`,
        minimum: 1,
        maximum: largestFileMb,
      }),
    ),
    maxPages: Type.Optional(
      Type.Integer({ title: 'Most pages', description: 'PDFs with more pages are refused.', minimum: 1, maximum: 500 }),
    ),
  }),
  sensitivity: 'pii',
  words: [
    'choose',
    'replace',
    'remove',
    'pdf',
    'photo',
    'limits',
    'pages',
    'stored',
    'sending',
    'done',
    'failed',
    'waiting',
    'goesAlong',
    'notKept',
    'retry',
  ],
};
