import type { Deps } from '../deps.ts';

/** Deletes feedback written before a time, with its photos. Returns how many were deleted. */
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
