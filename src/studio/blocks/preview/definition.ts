import type { Static } from 'typebox';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { object } from '../../../../engine/config/object.ts';
import { frameWords } from './frameWords.ts';

const options = object({
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  version: Cel('string', { title: 'Version', description: 'Text that differs after each save. Then the preview loads again.' }),
  edit: Cel('string', { title: 'Editor', description: 'Page that opens what somebody clicks: it gets `file` and `at`, a JSON pointer.' }),
  preview: Ref('operation', { title: 'Preview', description: 'Starts a session of the preview.' }),
  links: Ref('operation', { title: 'Links', description: 'Lists the links that show the change without an account.' }),
  share: Ref('operation', { title: 'Share', description: 'Makes such a link.' }),
  unshare: Ref('operation', { title: 'End', description: 'Ends one.' }),
});
export type PreviewOptions = Static<typeof options>;

export const previewBlock: BlockDefinition = {
  name: 'preview',
  title: 'Preview',
  description:
    'The product as the change makes it, in a world of made-up people: as anybody, at any screen, in any size, beside what it was.',
  options,
  words: [
    ...frameWords,
    'choose',
    'as',
    'nobody',
    'making',
    'screen',
    'entry',
    'pick',
    'picking',
    'offline',
    'steps',
    'step',
    'screens',
    'language',
    'asChosen',
    'palette',
    'size',
    'phone',
    'tablet',
    'computer',
    'text',
    'textSize',
    'sides',
    'both',
    'reload',
    'share',
    'shareHint',
    'shareNow',
    'scan',
    'link',
    'unshare',
    'noLink',
    // Pages of the preview itself (server/platform/preview/pages.ts).
    'noLinkTitle',
    'noLinkText',
    'wayGoneTitle',
    'wayGoneText',
    'soonTitle',
    'soonText',
    'nothingYetTitle',
    'nothingYetText',
    'endedTitle',
    'endedText',
    'enteringTitle',
    'enteringText',
  ],
  wordsAreLocal: true,
};
