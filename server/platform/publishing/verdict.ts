import { createHash } from 'node:crypto';
import type { Judgement } from '../../../engine/cli/judge.ts';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { Diagnostic, Release } from '../../../engine/compiler/types.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import { questionOf } from '../changes/problems.ts';
import { tableOf } from '../changes/releases.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { releaseStore, type ReadReleases } from '../release/store.ts';
import { rehearsing } from './rehearsing.ts';

export interface Verdict {
  application: string;
  revision: number;
  base: string;
  release: Release;
  judged: Judgement;
  /** Identifies what a reviewer reads: the problems and the meaning. */
  hash: string;
}

/**
 * Compiles a change to the release that it produces, with everything that a reviewer reads. Refuses with `changeHasErrors` while it has
 * errors.
 */
export async function verdictOf(deps: Deps, id: string): Promise<Verdict> {
  const { revision, asked } = await questionOf(deps, id);
  const { diagnostics, release } = await deps.compilers.ask({ ...asked, wants: 'release', isFinal: true });
  if (!release) return fail('changeHasErrors');
  const judged = await deps.compilers.ask({ ...asked, wants: 'meaning' });
  return { application: asked.application, revision, base: asked.before.hash, release, judged, hash: verdictHash(diagnostics, judged) };
}

const verdictHash = (problems: readonly Diagnostic[], { changes }: Judgement): string =>
  createHash('sha256')
    .update(stableJson(JSON.parse(JSON.stringify({ problems, changes }))))
    .digest('hex')
    .slice(0, 32);

/** Rehearses releases of an application, stored or not. */
export const rehearsalsOf = (deps: Deps, application: string): ReadReleases['rehearse'] =>
  releaseStore(tableOf(deps, application), async () => {}, rehearsing(deps, application)).rehearse;

/** A rehearsal as screens read it. */
export const figuresOf = ({ unmet, ...counts }: Rehearsal) => ({
  ...counts,
  unmet: Object.entries(unmet).map(([field, count]) => ({ field, count })),
});
