import type { LoadedRelease } from '../release/types.ts';

const known = new WeakMap<LoadedRelease, Promise<ReadonlySet<string>>>();

/** What a photo may be taken for: the purposes that photo widgets of the release name. */
export function purposesOf(release: LoadedRelease): Promise<ReadonlySet<string>> {
  const purposes = known.get(release) ?? readPurposes(release);
  known.set(release, purposes);
  return purposes;
}

async function readPurposes(release: LoadedRelease): Promise<ReadonlySet<string>> {
  const forms = await Promise.all(Object.keys(release.manifest.forms).map((id) => release.form(id)));
  const fields = forms.flatMap(({ definition }) => Object.values(definition.ui.fields));
  const photos = fields.filter((field) => field['ui:widget'] === 'photo');
  return new Set(photos.map((field) => String(field['ui:options']?.['purpose'])));
}
