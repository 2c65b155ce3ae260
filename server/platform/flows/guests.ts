import { ownersView } from '../../../engine/flow/ownersView.ts';
import { sql } from 'kysely';
import { dismissedGuests, namingFields } from '../../../engine/flow/guests.ts';
import { isSentBack } from '../../../engine/flow/position.ts';
import type { Position, StepView } from '../../../engine/flow/types.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { notify } from '../notifications/notify.ts';
import { fail } from '../problem.ts';
import type { GuestAccess, Session } from '../sessions/sessions.ts';
import type { FlowRecord } from './record.ts';
import type { FlowProgress } from './resume.ts';
import type { FlowRules } from './rules.ts';
import { positionView, snapshotOf, type PositionView, type Snapshot } from './snapshot.ts';

type Progress = Pick<FlowProgress, 'record' | 'rules'>;

/** The position for the caller. A guest's flow has one step. */
export const positionFor = ({ guest }: Pick<Session, 'guest'>, { record, rules }: Progress): PositionView =>
  positionView(guest ? guestPosition(rules, record, guest) : rules.position(record));

/** Everything that the caller's browser may know about a record. */
export const snapshotFor = ({ guest }: Pick<Session, 'guest'>, { record, rules }: Progress): Snapshot =>
  guest ? guestSnapshot(rules, record, guest) : snapshotOf(rules, record);

/** A guest sees the answers to one form, given only by guests with the same number, and nothing about the customer. */
function guestSnapshot(rules: FlowRules, record: FlowRecord, guest: GuestAccess): Snapshot {
  const { form } = definitionOf(rules, guest);
  const own = Object.fromEntries(Object.entries(record.answers).filter(([id]) => id === form));
  return {
    flow: record.flow,
    release: record.release,
    revision: record.revision,
    ...(ownersView((id) => rules.forms.get(id), own) as Pick<Snapshot, 'answers' | 'masked'>),
    confirmed: Object.fromEntries(Object.entries(record.confirmed).filter(([step]) => step === guest.step)),
    corrections: record.corrections.filter((request) => request.form === form).map((request) => ({ ...request })),
    facts: {},
    ...(guest.isDone && { closed: true }),
    position: positionView(guestPosition(rules, record, guest)),
  };
}

function guestPosition(rules: FlowRules, record: FlowRecord, guest: GuestAccess): Position {
  const { form, minutes, guest: { route } = { route: '/' } } = definitionOf(rules, guest);
  const found = rules.position(record).path.find(({ id }) => id === guest.step);
  const status = guest.isDone ? 'done' : found?.status === 'waiting' ? 'missing' : (found?.status ?? 'missing');
  const corrections = found?.corrections ?? [];
  const step: StepView = { id: guest.step, route, kind: 'form', ...(form === undefined ? {} : { form }), status, open: true, corrections };
  const isDone = status === 'done';
  return {
    ...(isDone ? {} : { step }),
    path: [step],
    number: 1,
    total: 1,
    minutesLeft: isDone ? 0 : minutes,
    complete: isDone,
  };
}

/** A newer release may have dropped the step. */
const definitionOf = ({ flow }: FlowRules, { step }: GuestAccess) =>
  flow.steps.find(({ id, guest }) => id === step && guest) ?? fail('guestEnded');

/**
 * Marks the invitation as answered, in the transaction that stores the answers, and tells the customer. Returns false if the invitation
 * ended meanwhile.
 */
export async function finishInvitation(
  tx: Tx,
  deps: Deps,
  customerId: string,
  { invitationId, flow, step }: GuestAccess,
): Promise<boolean> {
  const done = await tx
    .updateTable('invitations')
    .set({ done_at: deps.clock.now() })
    .where('id', '=', invitationId)
    .where('done_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!done) return false;
  await notify(tx, deps, customerId, 'guestDone', {}, { key: `guestDone:${invitationId}` });
  const detail = { flow, step };
  await audit(tx, deps, { actor: `guest:${invitationId}`, action: 'invitation.done', subject: `customer:${customerId}`, detail });
  return true;
}

/**
 * Reopens the answers that name the guest of a step who declined, if a send-back locks them: otherwise the customer could name nobody else.
 * One statement adds them to the requests, so a concurrent save loses neither.
 */
export async function openNaming(db: Db | Tx, now: Date, { record, rules }: Progress, step: string): Promise<void> {
  const { customerId, flow, corrections } = record;
  if (!isSentBack(rules.position(record))) return;
  const isOpen = (form: string, field: string) => corrections.some((request) => request.form === form && request.field === field);
  const closed = namingFields(rules, record, step).filter(({ form, field }) => !isOpen(form, field));
  if (closed.length === 0) return;
  // Nobody has to answer them again, so they count as given.
  const opened = closed.map((field) => ({ ...field, reason: corrections[0]?.reason ?? '', given: true }));
  await db
    .updateTable('flow_states')
    .set({ corrections: sql`corrections || ${json(opened)}::jsonb`, revision: sql`revision + 1`, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where(sql<boolean>`jsonb_array_length(corrections) > 0`)
    .execute();
}

/** Returns the steps whose invitation a save ends, because another guest is asked now, or nobody. */
export const stepsWithoutGuest = (rules: FlowRules, before: FlowRecord, after: FlowRecord): string[] =>
  dismissedGuests(rules, before, after).map(({ id }) => id);

/** Ends the invitations of steps. Their links and sessions end with them. */
export async function endInvitations(
  tx: Tx,
  now: Date,
  { customerId, flow }: Pick<FlowRecord, 'customerId' | 'flow'>,
  steps: readonly string[],
): Promise<void> {
  if (steps.length === 0) return;
  await tx
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('step', 'in', steps)
    .where('ended_at', 'is', null)
    .execute();
}
