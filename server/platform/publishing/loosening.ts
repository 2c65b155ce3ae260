import type { Manifest } from '../../../engine/compiler/types.ts';
import { type KindValues, onlyOf } from '../../../engine/config/kindValues.ts';
import type { Approvals } from '../approvals/kind.ts';
import type { Deps } from '../deps.ts';
import { mainApplication } from '../project.ts';
import { databaseReleases } from '../release/databaseTable.ts';

/** The files that say who may do what, and how many people must agree. */
export type Access = { readonly [Kind in 'roles' | 'approvals' | 'studio' | 'queues']: KindValues[Kind] | undefined };

type Kept = Pick<Manifest, 'other'>;

/** Reads the file of a kind. */
export type ReadKind = <Kind extends keyof KindValues>(kind: Kind) => KindValues[Kind] | undefined;

/** The first application that has a kind decides for all of them. The main application comes first. */
const readerOf =
  (manifests: readonly Kept[]): ReadKind =>
  (kind) =>
    manifests.map(({ other }) => onlyOf(other, kind)).find((found) => found !== undefined);

const accessOf = (read: ReadKind): Access => ({
  roles: read('roles'),
  approvals: read('approvals'),
  studio: read('studio'),
  queues: read('queues'),
});

/**
 * Describes what an application's move to another stored release would loosen: rights that a role would gain, and approvals that would no
 * longer be needed. Empty if it loosens nothing.
 */
export async function loosenedBy({ db, product }: Pick<Deps, 'db' | 'product'>, application: string, hash: string): Promise<string[]> {
  const rows = await db.selectFrom('active_releases').select('application').distinct().execute();
  const names = rows.map((row) => row.application).toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)));
  const manifestOf = async (name: string, named?: string): Promise<Kept> => {
    const table = databaseReleases(db, { application: name });
    const found = named ?? (await table.activeHash());
    return (found === undefined ? undefined : (await table.load(found))?.manifest) ?? { other: {} };
  };
  const now = await Promise.all(names.map((name) => manifestOf(name)));
  const target = await manifestOf(application, hash);
  const then = now.map((each, at) => (names[at] === application ? target : each));
  const [before, after] = [readerOf(now), readerOf(then)];
  return [...loosened(accessOf(before), accessOf(after)), ...(product.loosened?.(before, after) ?? [])];
}

const rankOf = (name: string): string => (name === mainApplication ? '' : name);

/** Everything that `then` allows and `now` does not. */
export const loosened = (now: Access, then: Access): string[] => [
  ...rights(now.roles, then.roles),
  ...works(now.queues, then.queues),
  ...folders(now.studio, then.studio),
  ...seconds(now.approvals, then.approvals),
  ...reviewers(now.studio, then.studio),
];

/** Without a table, every role has only its own session. */
function rights(now: Access['roles'], then: Access['roles']): string[] {
  const held = (roles: Access['roles'], role: string) => new Set((roles?.roles[role] ?? []).flatMap((right) => roles?.rights[right] ?? []));
  return Object.keys(then?.roles ?? {}).flatMap((role) => {
    const before = held(now, role);
    return [...held(then, role)].filter((operation) => !before.has(operation)).map((operation) => `"${role}" may call ${operation}`);
  });
}

/** A role that may do work also sees the person concerned. */
function works(now: Access['queues'], then: Access['queues']): string[] {
  const pairs = (queues: Access['queues']) =>
    new Set(
      (queues?.queues ?? []).flatMap(({ roles, kinds }) => roles.flatMap((role) => kinds.map((kind) => `"${role}" may do ${kind} work`))),
    );
  const before = pairs(now);
  return [...pairs(then)].filter((pair) => !before.has(pair));
}

function folders(now: Access['studio'], then: Access['studio']): string[] {
  return Object.entries(then?.folders ?? {}).flatMap(([role, paths]) =>
    paths
      .filter((path) => !(now?.folders[role] ?? []).some((known) => path.startsWith(known)))
      .map((path) => `"${role}" may edit ${path === '' ? 'every file' : path}`),
  );
}

/** Without rules, no action needs a second person. */
const seconds = (now: Approvals | undefined, then: Approvals | undefined): string[] =>
  (now?.actions ?? []).flatMap((rule) => {
    const { operation } = rule;
    const next = then?.actions.find((each) => each.operation === operation);
    if (!next) return [`${operation} needs no second person`];
    return [
      ...((next.aboveCents ?? -1) > (rule.aboveCents ?? -1) ? [`${operation} needs a second person only above a higher amount`] : []),
      ...(next.askedBy !== undefined && next.askedBy !== rule.askedBy
        ? [`${operation} needs a second person only if asked by ${next.askedBy}`]
        : []),
      ...next.by.filter((role) => !rule.by.includes(role)).map((role) => `"${role}" may approve ${operation}`),
    ];
  });

/** Without settings, nobody approves a change. */
function reviewers(now: Access['studio'], then: Access['studio']): string[] {
  if (!then || !now) return (then?.approvals.by ?? []).map((role) => `"${role}" may approve changes`);
  const neededAt = ({ approvals }: typeof now, path: string) =>
    Math.max(approvals.needed, ...approvals.folders.filter(({ under }) => path.startsWith(under)).map(({ needed }) => needed));
  const places = ['', ...new Set([...now.approvals.folders, ...then.approvals.folders].map(({ under }) => under))];
  return [
    ...then.approvals.by.filter((role) => !now.approvals.by.includes(role)).map((role) => `"${role}" may approve changes`),
    ...places
      .filter((path) => neededAt(then, path) < neededAt(now, path))
      .map((path) => `fewer people must approve a change${path === '' ? '' : ` of ${path}`}`),
  ];
}
