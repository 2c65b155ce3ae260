import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { readSources } from '../../../engine/cli/sources.ts';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { areas } from '../../../examples/claim/server/areas.ts';
import { claimProduct } from '../../../examples/claim/server/product.ts';
import { registry } from '../../../examples/claim/server/registry.ts';
import { embeddedDb } from '../../../server/platform/db/connect.ts';
import { migrate, migrationsOf } from '../../../server/platform/db/migrate.ts';
import type { Snapshot } from '../../../server/platform/flows/snapshot.ts';
import { root } from '../../support/root.ts';
import { startProduct, type ProductApp } from './product.ts';

/** Starts the second product on its own embedded database. */
export async function startClaims(): Promise<ProductApp> {
  const pglite = await PGlite.create();
  const db = embeddedDb(pglite);
  await migrate(db, migrationsOf(areas));
  const connection = { kind: 'embedded' as const, db, close: () => pglite.close() };
  const files = readSources(join(root, 'examples/claim'));
  return startProduct({ connection, files, registry, project: { areas, product: claimProduct } });
}

type Headers = Record<string, string>;

export const claimOf = async ({ app }: ProductApp, headers: Headers): Promise<Snapshot> =>
  (await app.inject({ url: '/api/flows/claim', headers })).json<Snapshot>();

/** PUTs a step of the claim at the current revision, or at the given one. */
export async function putStep(server: ProductApp, headers: Headers, step: string, answers: FormAnswers, revision?: number) {
  const { revision: current, release } = await claimOf(server, headers);
  return server.app.inject({
    method: 'PUT',
    url: `/api/flows/claim/steps/${step}`,
    payload: { release, answers },
    headers: { ...headers, 'if-match': `"${revision ?? current}"` },
  });
}

export const policy = { number: 'SAL123456', holder: 'Ana Cruz', email: 'ana.cruz@mail.ph' };
export const incident = {
  kind: 'accident',
  date: '2026-02-20',
  story: 'A car hit the gate while I was at work.',
  hasWitness: true,
  witnessName: 'Ben Santos',
};
export const statement = { relation: 'neighbour', statement: 'I saw the car hit the gate.', truthful: true };
