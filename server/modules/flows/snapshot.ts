import type { Static } from 'typebox';
import { mask } from '../../../engine/form/mask.ts';
import type { Position } from '../../../engine/flow/types.ts';
import type { FlowSnapshot, Position as PositionSchema } from '../../contract/schemas.ts';
import { clearAnswers, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export type PositionView = Static<typeof PositionSchema>;
export type Snapshot = Static<typeof FlowSnapshot>;

/** A position as it travels: the same data, only that its type there is not read-only. */
export const positionView = (position: Position): PositionView => position as PositionView;

/** All that a browser may know of a record: sensitive answers masked, never in the clear. */
export function snapshotOf(rules: FlowRules, record: FlowRecord, position = rules.position(record)): Snapshot {
  return {
    flow: record.flow,
    release: record.release,
    revision: record.revision,
    answers: clearAnswers(rules.forms, record.answers),
    masked: maskedAnswers(rules, record),
    confirmed: { ...record.confirmed },
    corrections: record.corrections.map((request) => ({ ...request })),
    facts: { ...record.facts },
    ...(record.notices.length > 0 && { notices: record.notices.map((notice) => ({ ...notice })) }),
    position: positionView(position),
  };
}

function maskedAnswers({ forms }: FlowRules, { answers }: FlowRecord): Snapshot['masked'] {
  const masked = [...forms].map(([id, { module, definition }]) => {
    const values = Object.entries(answers[id] ?? {}).flatMap(([field, value]) => {
      const sensitive = module.fields[field]?.sensitive;
      return sensitive ? [[field, mask(value, sensitive, definition.schema.properties[field])] as const] : [];
    });
    return [id, Object.fromEntries(values)] as const;
  });
  return Object.fromEntries(masked.filter(([, values]) => Object.keys(values).length > 0));
}
