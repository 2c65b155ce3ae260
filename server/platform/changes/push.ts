import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { filePathPattern } from '../../contract/staff/studio.ts';
import { audit } from '../audit/audit.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import { insertChange, textHash } from './changes.ts';
import { changeSources } from './files.ts';
import { sourcesOf, tableOf } from './releases.ts';

/** The command cannot run. The message says why. */
class PushRefused extends Error {
  override name = 'PushRefused';
}

export interface Pushed {
  title: string;
  /** Name of the member of staff who owns the change. */
  as: string;
  /** The release that the files are based on. Default: the active one. */
  on?: string | undefined;
}

type PushDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** Opens a change from files on behalf of a member of staff, who must be allowed to edit each of them. */
export async function pushChange(
  deps: PushDeps,
  application: string,
  files: readonly SourceFile[],
  { title, as, on, by }: Pushed & { by: string },
): Promise<{ id: string; files: number }> {
  const base = on ?? (await tableOf(deps, application).activeHash());
  if (base === undefined || (on !== undefined && !(await tableOf(deps, application).load(on))))
    throw new PushRefused(on === undefined ? 'No release is active.' : `There is no release ${on}.`);
  const before = await sourcesOf(deps, base);
  const edited = differences(before, files);
  if (edited.length === 0) throw new PushRefused(`The files are those of release ${base}: there is nothing to push.`);
  const person = await deps.db
    .selectFrom('staff')
    .select(['id', 'role'])
    .where('name', '=', as)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw new PushRefused(`There is no member of staff "${as}".`);
  const folders = (await foldersOf(deps))[person.role] ?? [];
  const kept = edited.find(({ path }) => !filePathPattern.test(path) || !folders.some((folder) => path.startsWith(folder)));
  if (kept) throw new PushRefused(`"${as}" may not edit ${kept.path} (flows/studio.json).`);
  const [id, now] = [uuidV7(deps.clock, deps.random), deps.clock.now()];
  await deps.db.transaction().execute(async (tx) => {
    await insertChange(tx, { id, application, title, base, author: person.id, now });
    for (const { path, text } of edited) {
      const row = { change_id: id, path, text, hash: textHash(text), saved_by: person.id, saved_at: now };
      await tx.insertInto('change_files').values(row).execute();
      await tx.insertInto('change_saves').values(row).execute();
    }
    await audit(tx, deps, {
      actor: by,
      action: 'change.pushed',
      subject: `change:${id}`,
      detail: { title, application, as: `staff:${person.id}` },
    });
  });
  return { id, files: edited.length };
}

function differences(before: ReadonlyMap<string, string>, files: readonly SourceFile[]): { path: string; text: string | null }[] {
  const now = new Set(files.map(({ path }) => path));
  const removed = [...before.keys()].filter((path) => !now.has(path)).map((path) => ({ path, text: null }));
  return [...files.filter(({ path, text }) => before.get(path) !== text), ...removed];
}

/** The folders that each role may edit, from the application that configures them. */
async function foldersOf(deps: PushDeps): Promise<Readonly<Record<string, readonly string[]>>> {
  const named = await deps.db.selectFrom('active_releases').select('application').distinct().execute();
  for (const { application } of named) {
    const table = tableOf(deps, application);
    const stored = await table.load((await table.activeHash()) ?? '');
    const studio = stored && onlyOf(stored.manifest.other ?? {}, 'studio');
    if (studio) return studio.folders;
  }
  return {};
}

/** The files as a change has them; undefined if the application has no such change. */
export async function pullChange(deps: Pick<Deps, 'db'>, application: string, id: string): Promise<readonly SourceFile[] | undefined> {
  const known = await deps.db
    .selectFrom('changes')
    .select('id')
    .where('id', '=', id)
    .where('application', '=', application)
    .executeTakeFirst();
  return known && (await changeSources(deps, id)).after;
}
