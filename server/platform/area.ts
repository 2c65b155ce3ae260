import type { EffectDefinition, Filling, Needs, Outcomes } from '../../engine/config/definitions.ts';
import type { Topic } from '../contract/staff/live.ts';
import type { StaffRole } from '../contract/staff/operation.ts';
import type { Approvable } from './approvals/approvable.ts';
import type { KeyIds } from './crypto/keyIds.ts';
import type { Tx } from './db/database.ts';
import type { Migration } from './db/migration.ts';
import type { Deps } from './deps.ts';
import type { Module } from './http/types.ts';
import type { Invariant } from './invariants.ts';
import { effectDefinitions, type LifeCycleEffect } from './lifeCycles/machines.ts';
import type { Lookup } from './lookups/lookup.ts';
import type { JobHandler } from './jobs/types.ts';
import type { SpokenTexts } from './spokenTexts.ts';
import type { StaffSession } from './staff/sessions.ts';

/** The deletion of one account. */
export interface Erasure {
  tx: Tx;
  deps: Deps;
  customerId: string;
  /** Purposes of files that the law requires us to keep. Empty if every file is deleted. */
  keepPurposes: readonly string[];
}

/** A page for demos or development. Production has none. */
export interface DevPage {
  path: string;
  title: string;
}

/** A part of the server with its own tables, operations and jobs. `server/areas.ts` lists all areas. */
export interface Area {
  name: string;
  /** Create and change the area's tables. Older migrations of the platform are in db/migrations. */
  migrations?: readonly Migration[];
  /** Registers operations and pages. */
  routes?: readonly Module[];
  jobs?: readonly JobHandler[];
  /** Checks that steps may run, as the compiler knows them. */
  checks?: Readonly<Record<string, EffectDefinition>>;
  /** Effects, keyed by the life cycle that may use them. */
  effects?: Readonly<Record<string, readonly LifeCycleEffect<never>[]>>;
  /** Files that the area reads by id, apart from the life cycles of its effects. */
  needs?: Needs;
  /** Documents, by id, that the area fills in outside the operations of screens. */
  fills?: Readonly<Record<string, Filling>>;
  /** Events that the area sends, by life cycle. At least one state must accept each. */
  events?: Readonly<Record<string, readonly string[]>>;
  /** Events of the life cycle that no code sends. Only rows created elsewhere reach the states that they lead to. */
  unsent?: Readonly<Record<string, readonly string[]>>;
  /** Outcomes that the area expects from its decision tables. */
  outcomes?: Readonly<Record<string, Outcomes>>;
  /** Staff actions that a second person may have to approve. */
  approvable?: readonly Approvable[];
  /** For kinds of work whose items need different actions: the actions that a role may perform. */
  actions?: Readonly<Record<string, (deps: Deps, role: StaffRole) => readonly string[]>>;
  /** Lists that fields can look up, by name. */
  lookups?: Readonly<Record<string, Lookup>>;
  /** Error codes of the area, apart from those that its checks and effects declare. flows/errors.json must define them. */
  refusals?: readonly string[];
  /** Texts that the area's code uses: SMS, PDFs. Texts that a configuration file names, such as reminders, are not listed. */
  texts?: SpokenTexts;
  /** Invariants of the area's rows, by name. */
  invariants?: Readonly<Record<string, Invariant>>;
  /** For topics that staff screens follow: the names of the changes that reach a person, as the triggers count them (live/). */
  topics?: Partial<Readonly<Record<Topic, (deps: Deps, staff: StaffSession) => readonly string[]>>>;
  /** Queries for the ids of the master keys behind the digests in the area's rows. */
  keyIds?: readonly KeyIds[];
  /** Pages that /dev links to. */
  devPages?: readonly DevPage[];
  /** Deletes the area's data about a person. Returns the ids of stored files to delete after the commit. */
  erase?: (erasure: Erasure) => Promise<string[] | void>;
  /** Releases what a staff member holds when their access ends or their role changes. */
  free?: (tx: Tx, staffId: string, deps: Pick<Deps, 'clock'>) => Promise<void>;
}

export const keyIdsOf = (areas: readonly Area[]): KeyIds[] => areas.flatMap(({ keyIds = [] }) => keyIds);

export const jobsOf = (areas: readonly Area[]): JobHandler[] => areas.flatMap(({ jobs = [] }) => jobs);

/** The compiler's information about the areas. `server/areas.generated.json` contains it, so that a check need not load the server. */
export const compilerDefinitions = (areas: readonly Area[]) => ({
  effects: Object.fromEntries(effectDefinitions(areas).map((effect) => [effect.name, effect])),
  lookups: Object.fromEntries(
    areas.flatMap(({ lookups = {} }) => Object.entries(lookups).map(([name, { description }]) => [name, { name, description }])),
  ),
  refusals: [...new Set(areas.flatMap(({ refusals = [] }) => refusals))].toSorted(),
  texts: Object.assign({}, ...areas.map(({ texts = {} }) => texts)) as SpokenTexts,
  needs: needsOf(areas),
  fills: Object.assign({}, ...areas.map(({ fills = {} }) => fills)) as Record<string, Filling>,
  events: byLifeCycle(areas.map(({ events }) => events)),
  unsent: byLifeCycle(areas.map(({ unsent }) => unsent)),
  outcomes: Object.assign({}, ...areas.map(({ outcomes = {} }) => outcomes)) as Record<string, Outcomes>,
});

function byLifeCycle(all: readonly (Readonly<Record<string, readonly string[]>> | undefined)[]): Record<string, string[]> {
  const entries = all.flatMap((each = {}) => Object.entries(each));
  return Object.fromEntries([...Map.groupBy(entries, ([id]) => id)].map(([id, own]) => [id, own.flatMap(([, names]) => names)]));
}

function needsOf(areas: readonly Area[]): Required<Needs> {
  const ids = (kind: keyof Needs) => areas.flatMap(({ needs = {} }) => needs[kind] ?? []);
  const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
  return {
    lifeCycle: sorted([...areas.flatMap(({ effects = {} }) => Object.keys(effects)), ...ids('lifeCycle')]),
    decisionTable: sorted(ids('decisionTable')),
    corrections: sorted(ids('corrections')),
    document: sorted(ids('document')),
  };
}
