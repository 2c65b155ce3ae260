import type { Deps } from '../deps.ts';
import { rehearse } from '../flows/rehearse.ts';
import { mainApplication } from '../project.ts';
import type { Rehearse } from '../release/store.ts';

const nothingInProgress = { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: {} };

/** Rehearses releases of an application. Only customers have drafts, and they use the main one. */
export const rehearsing = (deps: Pick<Deps, 'db' | 'settings' | 'product' | 'clock' | 'alarms'>, application: string): Rehearse =>
  application === mainApplication
    ? (next, releaseOf, policy) => rehearse(deps, { next, releaseOf, policy })
    : async () => nothingInProgress;
