import type { Selectable } from 'kysely';
import { type Answers, outstanding } from 'hakbang/engine';
import { type CustomerVault, type Db, type FlowProgress, type Tx } from 'hakbang/server';
import type { ClaimView } from '../contract.ts';
import type { ClaimRow } from './table.ts';

export type Claim = Selectable<ClaimRow>;

export const flowId = 'claim';

export const claimOf = (db: Db | Tx, customerId: string): Promise<Claim | undefined> =>
  db.selectFrom('claims').selectAll().where('customer_id', '=', customerId).executeTakeFirst();

export const isSentBack = ({ state }: Pick<Claim, 'state'>): boolean => state === 'sentBack';

const placeOf = (id: string) => `claim|${id}`;

export const sealAnswers = (vault: CustomerVault, id: string, answers: Answers): string => vault.seal(placeOf(id), answers);

export const openAnswers = (vault: CustomerVault, { id, snapshot }: Pick<Claim, 'id' | 'snapshot'>): Answers =>
  vault.open(placeOf(id), snapshot) as Answers;

export function viewOf({ record, rules }: FlowProgress, claim: Claim | undefined): ClaimView {
  const position = rules.position(record);
  const route = position.step?.route ?? position.path.at(-1)?.route;
  const resume = route === undefined ? {} : { resumeRoute: route };
  if (!claim) return { state: record.revision === 0 ? 'none' : 'draft', corrections: [], ...resume };
  return {
    state: claim.state as ClaimView['state'],
    id: claim.id,
    submittedAt: claim.submitted_at.toISOString(),
    ...(claim.reason === null ? {} : { reason: claim.reason }),
    corrections: outstanding(record.corrections).map(({ anew: _anew, ...request }) => request),
    ...(isSentBack(claim) ? resume : {}),
  };
}
