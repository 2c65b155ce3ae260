import type { Static } from 'typebox';
import { guestForms } from '../../../engine/flow/guests.ts';
import { ownersView } from '../../../engine/flow/ownersView.ts';
import type { Position } from '../../../engine/flow/types.ts';
import type { FlowSnapshot, Position as PositionSchema } from '../../contract/schemas.ts';
import type { FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export type PositionView = Static<typeof PositionSchema>;
export type Snapshot = Static<typeof FlowSnapshot>;

/** Casts a position to the API type, which differs only in being mutable. */
export const positionView = (position: Position): PositionView => position as PositionView;

/** Everything that the owner's browser may know about a record. */
export function snapshotOf(rules: FlowRules, record: FlowRecord, position = rules.position(record)): Snapshot {
  return {
    flow: record.flow,
    release: record.release,
    revision: record.revision,
    ...(ownersView((id) => rules.forms.get(id), record.answers, guestForms(rules.flow)) as Pick<Snapshot, 'answers' | 'masked'>),
    confirmed: { ...record.confirmed },
    corrections: record.corrections.map((request) => ({ ...request })),
    facts: { ...record.facts },
    ...(record.notices.length > 0 && { notices: record.notices.map((notice) => ({ ...notice })) }),
    position: positionView(position),
  };
}
