import type { Selectable } from 'kysely';
import { createHash } from 'node:crypto';
import { stableJson } from '../../../engine/form/hash.ts';
import { type Approval, approvalWork, type Proposed } from '../../contract/staff/approvals.ts';
import type { StaffRole } from '../../contract/staff/operation.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import { retryOnDeadlock } from '../db/deadlock.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { inputValidator } from '../http/validator.ts';
import { fail, ProblemError } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import { mayCall } from '../staff/roles.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds } from '../time.ts';
import { closeWork, openWork, refuseClaimedWork, waitForSecond } from '../work/items.ts';
import type { ActionFacts, Approvable } from './approvable.ts';
import { voidExpired } from './expire.ts';
import { approvalsOf } from './kind.ts';
import type { ApprovalRow } from './table.ts';

const shownAtOnce = 200;

const approvableOf = ({ areas }: Pick<Deps, 'areas'>, operation: string): Approvable =>
  areas.flatMap(({ approvable = [] }) => approvable).find((each) => each.operation.id === operation) ?? fail('notFound');

const ruleFor = (deps: Deps, operation: string) => approvalsOf(deps).actions.find((each) => each.operation === operation);

/** The amount above which the rules ask for a second person; undefined if they never do. */
export function secondAboveCents(deps: Deps, operation: string): number | undefined {
  const rule = ruleFor(deps, operation);
  return rule && (rule.aboveCents ?? -1);
}

type RuledBy = Pick<ActionFacts, 'amountCents' | 'countedCents' | 'askedBy'>;

/** Whether the rules ask for a second person. An action whose amount is unknown counts as large. */
export function needsSecond(
  deps: Deps,
  operation: string,
  { amountCents = Infinity, countedCents = amountCents, askedBy }: RuledBy,
): boolean {
  const rule = ruleFor(deps, operation);
  if (!rule || (rule.askedBy !== undefined && askedBy !== undefined && rule.askedBy !== askedBy)) return false;
  return rule.aboveCents === undefined || countedCents > rule.aboveCents;
}

/**
 * Carries out an action of one person, for the action's own operation. Refuses with `secondNeeded` if the rules ask for a second person, so
 * that nobody bypasses them through the API.
 */
export async function runAlone<Result>(deps: Deps, { actor, role }: StaffSession, operation: string, input: object): Promise<Result> {
  const action = approvableOf(deps, operation);
  const prepared = (await action.prepare?.(deps, input as never)) as never;
  const result = await inTransaction(deps, async (tx) => {
    const proposal = { actor, role, proposedAt: deps.clock.now() };
    refuseAlone(deps, operation, await action.facts(tx, deps, input as never, proposal, prepared));
    return action.run(tx, deps, input as never, proposal, prepared);
  });
  await action.finish?.(deps, result as never);
  return result as Result;
}

/** Refuses with `secondNeeded` if the rules hold the action for a second person. */
export function refuseAlone(deps: Deps, operation: string, facts: RuledBy): void {
  if (needsSecond(deps, operation, facts)) fail('secondNeeded', { detail: `Propose it: staff.propose with operation ${operation}.` });
}

/** Retries on a deadlock: an action may lock the rows of a customer whose own request locks them in another order. */
const inTransaction = <Result>(deps: Deps, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retryOnDeadlock(() => deps.db.transaction().execute(work));

/**
 * Carries out an action, or holds it for a second person. A subject has only one pending action at a time; refuses with `proposedAlready`
 * otherwise.
 */
export async function propose(
  deps: Deps,
  { id: maker, role, actor }: StaffSession,
  { operation, input }: { operation: string; input: Record<string, unknown> },
): Promise<Proposed> {
  const action = approvableOf(deps, operation);
  if (!mayCall(deps, role, action.operation)) fail('forbidden');
  inputValidator(action.operation)(input);
  const prepared = (await action.prepare?.(deps, input as never)) as never;
  const { proposed, result } = await inTransaction(deps, async (tx): Promise<{ proposed: Proposed; result?: unknown }> => {
    const now = deps.clock.now();
    const proposal = { actor, role, proposedAt: now };
    const facts = await action.facts(tx, deps, input as never, proposal, prepared);
    if (!needsSecond(deps, operation, facts)) {
      return { proposed: { state: 'done' }, result: await action.run(tx, deps, input as never, proposal, prepared) };
    }
    await voidExpired(tx, deps, facts.subject);
    const id = uuidV7(deps.clock, deps.random);
    const row = await tx
      .insertInto('approvals')
      .values({
        id,
        operation,
        subject: facts.subject,
        customer_id: facts.customerId ?? null,
        input: json(input),
        facts: json(facts),
        hash: contentHash(operation, input, facts),
        state: 'pending',
        requested_by: maker,
        requested_at: now,
        expires_at: addSeconds(now, approvalsOf(deps).expiresAfterHours * 3600),
        decided_by: null,
        decided_at: null,
        note: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) fail('proposedAlready', { detail: 'Somebody has proposed this already. It waits for a second person.' });
    // Work queues only hold work about customers.
    if (action.operation.about === 'customers')
      await openWork(tx, deps, {
        kind: approvalWork,
        subject: id,
        number: facts.number,
        notFor: maker,
        action: operation,
        ...(await livingCustomer(tx, facts)),
      });
    await followProposals(tx, facts.subject);
    await audit(tx, deps, { actor, action: 'approval.requested', subject: facts.subject, detail: { approval: id, operation } });
    return { proposed: { state: 'pending', id } };
  });
  if (proposed.state === 'done') await action.finish?.(deps, result as never);
  return proposed;
}

/** Money may arrive for a deleted customer. The database refuses work that names them (migration 0018). */
async function livingCustomer(tx: Tx, { customerId }: Pick<ActionFacts, 'customerId'>): Promise<{ customerId?: string }> {
  if (customerId === undefined) return {};
  const living = await tx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return living ? { customerId } : {};
}

/** Blocks the work about a subject while proposals about it are pending, so that nobody starts it again. */
async function followProposals(tx: Tx, subject: string): Promise<void> {
  const { until } = await tx
    .selectFrom('approvals')
    .select(({ fn }) => fn.max<Date | null>('expires_at').as('until'))
    .where('subject', '=', subject)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  await waitForSecond(tx, subject.slice(subject.indexOf(':') + 1), until);
}

/** The actions that a role may approve. */
export const actionsOf = (deps: Deps, role: StaffRole): string[] =>
  approvalsOf(deps)
    .actions.filter(({ by }) => by.includes(role))
    .map(({ operation }) => operation);

const contentHash = (operation: string, input: object, facts: object): string =>
  createHash('sha256').update(stableJson({ operation, input, facts })).digest('hex').slice(0, 32);

interface Which {
  id?: string;
  subject?: string;
  customerId?: string;
}

/** Pending proposals that the role may make or decide, oldest first. */
export async function pendingApprovals(deps: Deps, session: StaffSession, { id, subject, customerId }: Which): Promise<Approval[]> {
  const concerned = deps.areas
    .flatMap(({ approvable = [] }) => approvable)
    .filter(({ operation }) => mayCall(deps, session.role, operation) || ruleFor(deps, operation.id)?.by.includes(session.role))
    .map(({ operation }) => operation.id);
  if (concerned.length === 0) return [];
  const rows = await deps.db
    .selectFrom('approvals')
    .innerJoin('staff', 'staff.id', 'approvals.requested_by')
    .selectAll('approvals')
    .select('staff.name as maker')
    .where('state', '=', 'pending')
    .where('operation', 'in', concerned)
    .where('expires_at', '>', deps.clock.now())
    .$if(Boolean(id), (query) => query.where('approvals.id', '=', id ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? ''))
    .orderBy('requested_at')
    .limit(shownAtOnce)
    .execute();
  return rows.map((row) => approvalView(deps, session, row));
}

function approvalView(deps: Deps, { id, role }: StaffSession, row: Selectable<ApprovalRow> & { maker: string }): Approval {
  const isMine = row.requested_by === id;
  // Proposals from before the number became a fact have none.
  const { amountCents, reason, number = row.subject } = row.facts as Partial<ActionFacts>;
  return {
    id: row.id,
    operation: row.operation,
    subject: row.subject,
    number,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    input: row.input,
    facts: row.facts,
    ...(amountCents === undefined ? {} : { amountCents }),
    reason: typeof row.input['reason'] === 'string' ? row.input['reason'] : (reason ?? ''),
    hash: row.hash,
    requestedBy: row.maker,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isMine,
    mayDecide: !isMine && (ruleFor(deps, row.operation)?.by.includes(role) ?? false),
  };
}

interface Decision {
  id: string;
  decision: 'approved' | 'rejected';
  hash: string;
  note: string;
}

/**
 * Approves or rejects a proposal. An approval covers exactly the content that the checker saw, and takes effect in the same transaction.
 * The proposal becomes void if its effect has changed since, or if its maker may no longer make it. It stays pending if the action is
 * refused temporarily (`waitsFor`).
 *
 * Refuses with `forbidden` for its maker and other roles, with `claimed` while somebody else works on it, with `proposalGone` if it is
 * decided or expired, and with `proposalVoid`.
 */
export async function decideApproval(
  deps: Deps,
  session: StaffSession,
  { id, decision, hash, note }: Decision,
): Promise<{ state: string }> {
  const known =
    (await deps.db.selectFrom('approvals').select(['operation', 'input']).where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  const action = approvableOf(deps, known.operation);
  const prepared = (decision === 'approved' ? await action.prepare?.(deps, known.input as never) : undefined) as never;
  const { outcome, result } = await inTransaction(
    deps,
    async (tx): Promise<{ outcome: 'void' | 'approved' | 'rejected'; result?: unknown }> => {
      let result: unknown;
      // Lock the proposal before its work item, in the same order as withdrawal and expiry, to avoid a deadlock.
      await tx.selectFrom('approvals').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const role = await roleOfMaker(tx, id);
      await refuseClaimedWork(tx, deps, id, session.actor);
      const row = await tx
        .updateTable('approvals')
        .set({ state: decision, decided_by: session.id, decided_at: deps.clock.now(), note })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('hash', '=', hash)
        .where('requested_by', '!=', session.id)
        .where('expires_at', '>', deps.clock.now())
        .returning(['operation', 'subject', 'input', 'requested_by', 'requested_at'])
        .executeTakeFirst();
      if (!row) return refuseDecision(tx, session, id);
      if (!ruleFor(deps, row.operation)?.by.includes(session.role)) fail('forbidden');
      await closeWork(tx, deps, [approvalWork], id);
      const detail = { approval: id, operation: row.operation, note };
      if (decision === 'approved') {
        if (role === undefined || !mayCall(deps, role, action.operation)) return voidProposal(tx, deps, session, id, { ...row, note });
        const proposal = { actor: `staff:${row.requested_by}`, role, proposedAt: row.requested_at, checker: session.actor };
        const facts = await factsNow(action.waitsFor, () => action.facts(tx, deps, row.input as never, proposal, prepared));
        if (!facts || contentHash(row.operation, row.input, facts) !== hash) return voidProposal(tx, deps, session, id, { ...row, note });
        result = await action.run(tx, deps, row.input as never, proposal, prepared);
      }
      await followProposals(tx, row.subject);
      await audit(tx, deps, { actor: session.actor, action: `approval.${decision}`, subject: row.subject, detail });
      return { outcome: decision, result };
    },
  );
  if (outcome === 'approved') await action.finish?.(deps, result as never);
  // Throw only after the commit, so that the proposal stays void.
  if (outcome === 'void')
    fail('proposalVoid', { detail: 'The effect has changed since, or the proposer may no longer do this. Propose it again.' });
  return { state: outcome };
}

/**
 * The effect that the action would have now; undefined if it is no longer possible. Catches nothing else: a database failure has ended the
 * transaction, and a temporary refusal goes to the checker and leaves the proposal pending.
 */
async function factsNow(waitsFor: readonly string[] | undefined, read: () => Promise<ActionFacts>): Promise<ActionFacts | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProblemError && !waitsFor?.includes(error.code)) return undefined;
    throw error;
  }
}

/** The current role of a proposal's maker; undefined without access. Locked until the transaction ends. */
async function roleOfMaker(tx: Tx, id: string): Promise<StaffRole | undefined> {
  const maker = await tx
    .selectFrom('staff')
    .select('role')
    .where('id', '=', (eb) => eb.selectFrom('approvals').select('requested_by').where('id', '=', id))
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return maker?.role;
}

async function voidProposal(
  tx: Tx,
  deps: Deps,
  { actor }: StaffSession,
  id: string,
  { subject, operation, note }: { subject: string; operation: string; note: string },
) {
  const gone = { state: 'void' as const, decided_by: null, decided_at: null, note: null };
  await tx.updateTable('approvals').set(gone).where('id', '=', id).execute();
  await followProposals(tx, subject);
  await audit(tx, deps, { actor, action: 'approval.void', subject, detail: { approval: id, operation, note } });
  return { outcome: 'void' as const };
}

async function refuseDecision(tx: Tx, { id: checker }: StaffSession, id: string): Promise<never> {
  const row = await tx.selectFrom('approvals').select(['state', 'requested_by']).where('id', '=', id).executeTakeFirst();
  if (!row) return fail('notFound');
  if (row.requested_by === checker) return fail('forbidden', { detail: 'You cannot decide your own proposal.' });
  return fail('proposalGone', {
    detail: row.state === 'pending' ? 'The content has changed, or it has expired.' : `It is ${row.state} already.`,
  });
}

/** Withdraws the caller's own proposal. */
export const withdrawApproval = (deps: Deps, { id: maker, actor }: StaffSession, id: string): Promise<{ state: string }> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('approvals')
      .set({ state: 'withdrawn', decided_by: maker, decided_at: deps.clock.now() })
      .where('id', '=', id)
      .where('requested_by', '=', maker)
      .where('state', '=', 'pending')
      .returning(['operation', 'subject'])
      .executeTakeFirst();
    if (!row) {
      const known = await tx.selectFrom('approvals').select('id').where('id', '=', id).executeTakeFirst();
      return known ? fail('proposalGone', { detail: 'It is decided already, or somebody else proposed it.' }) : fail('notFound');
    }
    await closeWork(tx, deps, [approvalWork], id);
    await followProposals(tx, row.subject);
    await audit(tx, deps, {
      actor,
      action: 'approval.withdrawn',
      subject: row.subject,
      detail: { approval: id, operation: row.operation },
    });
    return { state: 'withdrawn' };
  });
