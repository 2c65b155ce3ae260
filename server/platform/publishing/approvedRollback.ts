import type { Static } from 'typebox';
import { publishingOperations as operations } from '../../contract/staff/publishing.ts';
import { approvable } from '../approvals/approvable.ts';
import { approvalsOf } from '../approvals/kind.ts';
import { releasesOf } from '../changes/releases.ts';
import { fail, refuse } from '../problem.ts';
import { mainApplication } from '../project.ts';
import { loosenedBy } from './loosening.ts';
import { moveBack, prepareBack } from './publish.ts';
import { assertPublishable } from './publishChange.ts';
import { rehearsalsOf } from './verdict.ts';

const operation = operations['studio.rollBack'];
type Back = Static<(typeof operation)['input']>;

/** A rollback that gives somebody a right or requires fewer people. Like a change of rights, it waits for a second person. */
export const approvedRollback = approvable(operation, {
  prepare: async (deps, { hash, from, application = mainApplication }: Back) => {
    assertPublishable(deps);
    const { actions } = approvalsOf(deps);
    const rules = (id: string) => actions.some((each) => each.operation === id);
    if (rules('staff.changeRole') && !rules(operation.id))
      fail('nobodyApproves', { detail: `flows/approvals.json must say who approves ${operation.id}.` });
    const rehearse = rehearsalsOf(deps, application);
    const back = await prepareBack(deps, { application, hash, basis: from, rehearse });
    return { back, loosens: await loosenedBy(deps, application, hash) };
  },
  facts: async (_tx, _deps, { hash, from, application = mainApplication }: Back, _proposal, { back, loosens }) => {
    if ('refused' in back) refuse(back.refused);
    return { subject: `release:${hash}`, number: hash, application, from, loosens: loosens.join('; ') };
  },
  run: async (tx, deps, { application = mainApplication, reason }: Back, { actor, checker }, { back }) => {
    if ('refused' in back) return refuse(back.refused);
    const approvedBy = checker === undefined ? {} : { approvedBy: checker };
    const refused = await moveBack(tx, deps, { ...back, application, by: actor, reason: reason.trim(), ...approvedBy });
    if (refused) refuse(refused);
    return application;
  },
  finish: async (deps, application: string) => releasesOf(deps, application).refresh?.(),
});
