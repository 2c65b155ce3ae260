import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Deps } from '../../platform/deps.ts';

/** flows/desk.json: what staff may do, and how often. */
const Desk = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    revealsPerHour: Type.Integer({
      title: 'Reveals per hour',
      description: 'Masked answers that one person may reveal within an hour.',
      minimum: 1,
      maximum: 1000,
    }),
    takeBackSeconds: Type.Integer({
      title: 'Take back (s)',
      description: 'Seconds in which a decision can be taken back before it is carried out.',
      minimum: 1,
      maximum: 300,
    }),
  },
  { title: 'Desk', description: 'What staff may do at the desk, and how often.' },
);
type Desk = Static<typeof Desk>;

export const deskKind: KindDefinition = { name: 'desk', metaSchema: Desk, single: true, required: 'flows/desk.json' };

/** For a release without the file. */
const defaults: Desk = { revealsPerHour: 20, takeBackSeconds: 10 };

export function deskOf(deps: Pick<Deps, 'releases'>): Desk {
  return { ...defaults, ...onlyOf(deps.releases.active().manifest.other, 'desk') };
}

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    desk: Partial<Desk>;
  }
}
