import type { EffectDefinition } from '../../engine/config/definitions.ts';
import type { KeyIds } from './crypto/blindIndex.ts';
import type { Tx } from './db/database.ts';
import type { Deps } from './deps.ts';
import type { Module } from './http/types.ts';
import type { Invariant } from './invariants.ts';
import { effectDefinitions, type LifeCycleEffect } from './lifeCycles/machines.ts';
import type { JobHandler } from './jobs/types.ts';
import type { SpokenTexts } from './spokenTexts.ts';

/** An account that is being deleted. */
export interface Erasure {
  tx: Tx;
  deps: Deps;
  customerId: string;
  /** Purposes of the files that the law keeps for some years; empty when everything goes. */
  keepPurposes: readonly string[];
}

/** A part of the server with its own tables, operations and jobs. `server/areas.ts` lists them all. */
export interface Area {
  name: string;
  /** Register operations and pages. */
  routes?: readonly Module[];
  jobs?: readonly JobHandler[];
  /** What steps may check, as the compiler knows it. */
  checks?: Readonly<Record<string, EffectDefinition>>;
  /** Effects by the life cycle that may name them. */
  effects?: Readonly<Record<string, readonly LifeCycleEffect<never>[]>>;
  /** Codes that the area refuses with, beside those that its checks and effects declare. flows/errors.json must have them. */
  refusals?: readonly string[];
  /** What the area says by itself: SMS, PDFs. Texts that a file of configuration names, such as reminders, are not among them. */
  texts?: SpokenTexts;
  /** What must always hold of the area's rows, by name. */
  invariants?: Readonly<Record<string, Invariant>>;
  /** Finds the ids of master keys that the area's rows need: those under which its digests were made. */
  keyIds?: readonly KeyIds[];
  /** Deletes what the area keeps of a person. Returns ids of stored files to delete after the commit. */
  erase?: (erasure: Erasure) => Promise<string[] | void>;
}

export const keyIdsOf = (areas: readonly Area[]): KeyIds[] => areas.flatMap(({ keyIds = [] }) => keyIds);

export const jobsOf = (areas: readonly Area[]): JobHandler[] => areas.flatMap(({ jobs = [] }) => jobs);

/** What the compiler has to know of the areas. `server/areas.generated.json` holds it, so that a check need not load the server. */
export const knownToCompiler = (areas: readonly Area[]) => ({
  effects: Object.fromEntries(effectDefinitions(areas).map((effect) => [effect.name, effect])),
  refusals: [...new Set(areas.flatMap(({ refusals = [] }) => refusals))].toSorted(),
  texts: Object.assign({}, ...areas.map(({ texts = {} }) => texts)) as SpokenTexts,
});
