import { sql } from 'kysely';
import type { Answers } from '../../../engine/config/definitions.ts';
import { isEmpty } from '../../../engine/form/empty.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import type { AnswerRow } from '../../contract/staff/answers.ts';
import type { Change } from '../../contract/staff/changes.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerSections } from '../../platform/flows/sections.ts';
import { openSnapshot } from '../application/snapshot.ts';
import type { Opened } from './opened.ts';

/** Maximum number of an application's corrections that a page shows. */
const most = 20;

/** The answers before each correction, oldest first, with the event that made it. */
async function versionsOf(deps: Deps, { row }: Pick<Opened, 'row'>) {
  // A deleted account's key is destroyed, so its snapshots cannot be read.
  if (row.keyOf === null) return [];
  const before = sql<string | null>`detail ->> 'snapshotBefore'`;
  const events = await deps.db
    .selectFrom('application_events')
    .select(['id', 'at', before.as('snapshot')])
    .where('application_id', '=', row.id)
    .where(before, 'is not', null)
    .orderBy('id')
    .limit(most)
    .execute();
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, row.customer_id);
  return events.map(({ id, at, snapshot }) => ({
    id: String(id),
    at,
    answers: openSnapshot(vault, { id: row.id, snapshot: snapshot ?? '' }),
  }));
}

/** The answers before a correction; undefined for an event that corrected nothing. */
export async function answersBefore(deps: Deps, opened: Pick<Opened, 'row'>, event: string): Promise<Answers | undefined> {
  return (await versionsOf(deps, opened)).find(({ id }) => id === event)?.answers;
}

/** What each correction changed, latest first. */
export async function changesOf(deps: Deps, opened: Opened): Promise<Change[]> {
  const versions = await versionsOf(deps, opened);
  const changes = versions.map(({ id, at, answers }, index) =>
    changeOf(opened, { id, at: at.toISOString() }, answers, versions[index + 1] ?? { answers: opened.answers }),
  );
  return (await Promise.all(changes)).toReversed();
}

type Version = { answers: Answers; id?: string };

async function changeOf(opened: Opened, event: Pick<Change, 'id' | 'at'>, before: Answers, after: Version): Promise<Change> {
  const { release, row } = opened;
  const rowsOf = async (answers: Answers) => {
    const sections = await answerSections(release, row.flow, answers, release.manifest.settings.languages.default);
    return new Map(sections.flatMap(({ rows }) => rows).map((each) => [each.id, each]));
  };
  const [old, now] = await Promise.all([rowsOf(before), rowsOf(after.answers)]);
  const changed = [...new Map([...old, ...now]).values()].filter((each) => isChanged(each, before, after.answers));
  const texts = changed.filter(({ file }) => file === undefined);
  return {
    ...event,
    rows: texts.map(({ id, label, masked }) => ({
      id,
      label,
      before: old.get(id)?.value ?? '',
      after: now.get(id)?.value ?? '',
      masked,
    })),
    photos: changed
      .filter(({ file }) => file === 'photo')
      .flatMap((each) => [...photoOf(each, 'before', before, event.id), ...photoOf(each, 'after', after.answers, after.id)]),
  };
}

const isChanged = ({ form, field }: AnswerRow, before: Answers, after: Answers): boolean =>
  stableJson(before[form]?.[field]) !== stableJson(after[form]?.[field]);

function photoOf(
  { id, form, field, label }: AnswerRow,
  version: 'before' | 'after',
  answers: Answers,
  event: string | undefined,
): Change['photos'] {
  if (isEmpty(answers[form]?.[field])) return [];
  return [{ id: `${id}.${version}`, form, field, label, version, ...(event === undefined ? {} : { event }) }];
}
