import { sql } from 'kysely';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { FaceMatch } from '../../contract/staff/applications.ts';
import { refuseDeletedCustomers } from '../../platform/db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../../platform/db/migration.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerOf } from '../../platform/flows/hooks.ts';
import type { FaceComparison } from '../../ports/faceMatch.ts';
import { named } from './named.ts';

/** The provider's findings on an ID photo and a selfie, for the people who decide. */
export interface FaceMatchRow {
  customer_id: string;
  /** Ids of the files. A pair that is compared again replaces its row. */
  id_photo: string;
  selfie: string;
  verdict: FaceComparison['verdict'];
  score: number | null;
  threshold: number | null;
  at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    face_matches: FaceMatchRow;
  }
}

export const faceMatches: Migration = {
  name: '0059b_faceMatches',
  up: async (db) => {
    await sql
      .raw(
        `create table face_matches (
          customer_id text not null references customers,
          id_photo text not null,
          selfie text not null,
          verdict text not null check (verdict in ('match', 'noMatch', 'unclear')),
          score double precision,
          threshold double precision,
          at timestamptz not null,
          primary key (customer_id, id_photo, selfie)
        )`,
      )
      .execute(db);
    await refuseDeletedCustomers(db, ['face_matches']);
  },
};

interface Compared {
  customerId: string;
  answers: Answers;
}

const photosOf = (answers: Answers) => ({
  id_photo: String(answerOf(answers, named.idPhoto)),
  selfie: String(answerOf(answers, named.selfie)),
});

/** Records a comparison, even one that was refused. */
export async function storeFaceMatch(
  deps: Deps,
  { customerId, answers }: Compared,
  { verdict, score, threshold }: FaceComparison,
): Promise<void> {
  const found = { verdict, score: score ?? null, threshold: threshold ?? null, at: deps.clock.now() };
  await deps.db
    .insertInto('face_matches')
    .values({ customer_id: customerId, ...photosOf(answers), ...found })
    .onConflict((conflict) => conflict.columns(['customer_id', 'id_photo', 'selfie']).doUpdateSet(found))
    .execute();
}

const shareOf = (name: 'scorePpm' | 'thresholdPpm', share: number | null = null) =>
  share === null ? {} : { [name]: Math.round(share * 1_000_000) };

/**
 * The known findings on the faces in the photos of an application. `matched` is the flow's fact, for photos that were compared before
 * comparisons were recorded.
 */
export async function faceMatchOf({ db }: Pick<Deps, 'db'>, { customerId, answers }: Compared, matched: boolean): Promise<FaceMatch> {
  const own = db.selectFrom('face_matches').where('customer_id', '=', customerId);
  const photos = photosOf(answers);
  const row = await own.selectAll().where('id_photo', '=', photos.id_photo).where('selfie', '=', photos.selfie).executeTakeFirst();
  const { count } = await own
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('verdict', '!=', 'match')
    .executeTakeFirstOrThrow();
  return {
    outcome: row?.verdict ?? (matched ? 'notRecorded' : 'notCompared'),
    ...shareOf('scorePpm', row?.score),
    ...shareOf('thresholdPpm', row?.threshold),
    ...(row ? { at: row.at.toISOString() } : {}),
    refused: count,
  };
}
