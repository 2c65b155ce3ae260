import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Route } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({ go: Route({ title: 'Go' }) });
export type RedirectOptions = Static<typeof options>;

export const redirectBlock: BlockDefinition = {
  name: 'redirect',
  title: 'Redirect',
  description: 'Leads to another route as soon as it is shown. Back skips the screen.',
  options,
};
