import type { Static } from 'typebox';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { object } from '../../../../engine/config/object.ts';
import { frameWords } from '../preview/frameWords.ts';

const options = object({
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  version: Cel('string', { title: 'Version', description: 'Text that differs after each save. Then the frames load again.' }),
  touched: Cel('dyn', { title: 'Touched', description: 'The screens that the change touches.' }),
  preview: Ref('operation', { title: 'Preview', description: 'Starts a session of the preview.' }),
});
export type ReviewScreensOptions = Static<typeof options>;

export const reviewScreensBlock: BlockDefinition = {
  name: 'reviewScreens',
  title: 'Screens under review',
  description:
    'Each screen that a change touches, live, before and after it. The frames load one after another, once they come into view. A click in one puts its place into the address, for a comment.',
  options,
  words: [...frameWords, 'faulty', 'none', 'added', 'changed', 'removed', 'everywhere', 'notAlone', 'pick', 'picking', 'comment'],
  wordsAreLocal: true,
};
