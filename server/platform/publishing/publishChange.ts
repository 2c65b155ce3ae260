import { changeRow } from '../changes/changes.ts';
import { releasesOf } from '../changes/releases.ts';
import type { Deps } from '../deps.ts';
import { fail, refuse } from '../problem.ts';
import { publishRelease, type Publishing } from './publish.ts';
import { rehearsalsOf, verdictOf } from './verdict.ts';

/** What happens to an approved change: everybody gets it, or a rollout of it begins or ends. */
type Way = Pick<Publishing, 'gradually' | 'finishes'>;

/**
 * Publishes an approved change. Compiles and rehearses it again, and refuses if the result differs from what was approved.
 *
 * @param by actor, as in the audit log
 */
export async function publishChange(deps: Deps, by: string, id: string, way: Way = {}): Promise<{ release: string }> {
  assertPublishable(deps);
  const { application, state } = await changeRow(deps.db, id);
  if (state !== (way.finishes === undefined ? 'sent' : 'rolling')) fail('notInReview');
  const request =
    (await deps.db.selectFrom('change_requests').selectAll().where('change_id', '=', id).executeTakeFirst()) ?? fail('notInReview');
  const { release, judged, hash } = await verdictOf(deps, id);
  if (release.hash !== request.release_hash || hash !== request.verdict_hash)
    fail('otherResult', { detail: 'This server compiles the files to something other than what was approved.' });
  const { refused } = await publishRelease(deps, {
    application,
    release,
    by,
    authority: { is: 'change', change: id },
    ...way,
    judge: async () => judged,
    rehearse: rehearsalsOf(deps, application),
  });
  if (refused) refuse(refused);
  await releasesOf(deps, application).refresh?.();
  return { release: release.hash };
}

/** In development, the files in the folder decide what is shown. */
export function assertPublishable({ settings }: Pick<Deps, 'settings'>): void {
  if (settings.mode === 'development') fail('developmentServer', { detail: 'This server runs in development and always shows the files.' });
}
