import type { PhotoQuality } from '../../../engine/form/photoQuality.ts';
import type { LoadedRelease } from '../release/types.ts';

/** Quality limits by purpose. An empty list accepts photos of any quality. */
type Purposes = ReadonlyMap<string, readonly PhotoQuality[]>;

const known = new WeakMap<LoadedRelease, Promise<Purposes>>();

/** Purposes and limits from the release's photo widgets. */
export function purposesOf(release: LoadedRelease): Promise<Purposes> {
  const purposes = known.get(release) ?? readPurposes(release);
  known.set(release, purposes);
  return purposes;
}

async function readPurposes(release: LoadedRelease): Promise<Purposes> {
  const forms = await Promise.all(Object.keys(release.manifest.forms).map((id) => release.form(id)));
  const fields = forms.flatMap(({ definition }) => Object.values(definition.ui.fields));
  const photos = fields.filter((field) => field['ui:widget'] === 'photo').map((field) => field['ui:options'] ?? {});
  const byPurpose = Map.groupBy(photos, (options) => String(options['purpose']));
  const limits = [...byPurpose].map(
    ([purpose, options]) => [purpose, options.flatMap(({ quality }) => (quality as PhotoQuality) ?? [])] as const,
  );
  return new Map(limits);
}
