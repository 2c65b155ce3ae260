import type { Deps } from '../deps.ts';

/** Removes what was written before a day, with its photos. Answers how many. */
export async function sweepFeedback({ db, ports }: Pick<Deps, 'db' | 'ports'>, before: Date): Promise<number> {
  const { rows, files } = await db.transaction().execute(async (tx) => {
    const rows = await tx.deleteFrom('feedback').where('created_at', '<', before).returning('photos').execute();
    const ids = rows.flatMap(({ photos }) => photos);
    if (ids.length > 0) await tx.deleteFrom('files').where('id', 'in', ids).execute();
    return { rows, files: ids };
  });
  await Promise.all(files.map((id) => ports.storage.delete(id)));
  return rows.length;
}
