import { sql, type Kysely } from 'kysely';

/**
 * Life cycles now declare which states are open. Adds the declaration to stored releases. Until now, a check constraint of the table
 * defined it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [lifeCycle, states] of Object.entries(openStates)) {
    for (const state of states) {
      const path = ['lifeCycles', lifeCycle, 'lifeCycle', 'states', state];
      await sql`update releases set manifest = jsonb_set(manifest, ${[...path, 'open']}::text[], 'true')
        where jsonb_typeof(manifest #> ${path}::text[]) = 'object'`.execute(db);
    }
  }
  await sql`alter table loans drop constraint ${sql.ref('loans_check')}`.execute(db);
}

const openStates = {
  application: ['underReview', 'referred', 'identityRefill', 'bankRefill', 'accepted'],
  loan: ['signed', 'disbursing', 'bankRefill', 'active'],
};
