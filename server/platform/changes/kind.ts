import Type, { type Static } from 'typebox';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { object } from '../../../engine/config/object.ts';
import { staffRoles } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';

const Folder = Type.String({
  pattern: '^((schemas|flows|locales)/([A-Za-z0-9_-]+/)*)?$',
  description: 'Ends with a slash. Empty: every file.',
});

/** flows/studio.json: who edits what. */
const Studio = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    folders: object(
      Object.fromEntries(
        staffRoles.map((role) => [role, Type.Optional(Type.Array(Folder, { title: 'Folders', minItems: 1, uniqueItems: true }))]),
      ),
      { title: 'Folders', description: 'The folders that each role may edit. A role that is not listed edits none.' },
    ),
  },
  { title: 'Studio', description: 'How staff change the product in the studio.' },
);
interface Studio extends Omit<Static<typeof Studio>, 'folders'> {
  folders: Readonly<Record<string, readonly string[]>>;
}

export const studioKind: KindDefinition = { name: 'studio', metaSchema: Studio, single: true, required: 'flows/studio.json' };

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    studio: Studio;
  }
}

const nothing: Studio = { $schema: '', folders: {} };

/** The settings of whichever application has them. Without them nobody edits. */
export function studioOf({ releases, applications }: Pick<Deps, 'releases' | 'applications'>): Studio {
  const all = [releases, ...applications.map((application) => application.releases)];
  return all.map((each) => onlyOf(each.active().manifest.other, 'studio')).find((found) => found !== undefined) ?? nothing;
}
