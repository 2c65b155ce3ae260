import Type, { type Static } from 'typebox';
import { Day, gives, Id, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { weekdays } from '../../../engine/config/days.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { object } from '../../../engine/config/object.ts';
import { staffRoles } from '../../contract/staff/operation.ts';
import { workColumns } from '../../contract/staff/work.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { enumLabels } from '../release/enumLabels.ts';
import type { LoadedRelease } from '../release/types.ts';
import { lackingRoles } from '../staff/roles.ts';
import type { RoleRule } from '../staff/rules.ts';
import type { WorkRule } from './rules.ts';

const Deadline = Type.Union(
  [
    object({
      hours: Type.Integer({ title: 'Hours', description: 'Hours after the work began, nights included.', minimum: 1, maximum: 720 }),
    }),
    object({
      workingDays: Type.Integer({
        title: 'Working days',
        description: 'The same time of day, so many working days later.',
        minimum: 1,
        maximum: 60,
      }),
    }),
  ],
  { title: 'Deadline' },
);
export type Deadline = Static<typeof Deadline>;

/** The enums with the labels of the codes in flows/queues.json. */
export const labels = {
  queue: 'workQueue',
  kind: 'workKind',
  tag: 'workTag',
  reason: 'snoozeReason',
  column: 'workColumn',
} as const;

/** flows/queues.json of a staff application. */
const Queues = (kinds: readonly string[]) =>
  object(
    {
      $schema: SchemaRef,
      $comment: Type.Optional(Type.String()),
      claimMinutes: Type.Integer({
        title: 'Claim (min)',
        description: 'How long a claim lasts unless it is extended. An open page extends it.',
        minimum: 2,
        maximum: 120,
      }),
      calendar: object(
        {
          days: Type.Array(Type.Enum([...weekdays]), { title: 'Working days', minItems: 1, uniqueItems: true }),
          closedOn: Type.Array(Day(), {
            title: 'Closed on',
            description: 'Holidays, which no deadline counts.',
            uniqueItems: true,
            maxItems: 400,
          }),
        },
        { title: 'Calendar' },
      ),
      kinds: Type.Record(Type.String({ pattern: `^(${kinds.join('|')})$` }), object({ deadline: Deadline }), {
        title: 'Kinds of work',
        description: 'The deadline of each kind.',
      }),
      queues: Type.Array(
        object({
          id: Id({ title: 'Id', description: 'A code of the enum workQueue, which holds its label.', ...gives(labels.queue) }),
          kinds: Type.Array(Type.Enum([...kinds], gives(labels.kind)), { title: 'Kinds of work', minItems: 1, uniqueItems: true }),
          roles: Type.Array(Type.Enum([...staffRoles]), {
            title: 'Roles',
            description: 'Who sees and does this work.',
            minItems: 1,
            uniqueItems: true,
          }),
          order: Type.Enum(['deadline', 'age'], { title: 'Order', description: 'deadline: what is due first. age: what is oldest.' }),
        }),
        { title: 'Queues', minItems: 1, maxItems: 30 },
      ),
      export: Type.Optional(
        Type.Array(Type.Enum([...workColumns], gives(labels.column)), {
          title: 'Export',
          description: 'The columns of an exported queue, in their order; all by default. The enum workColumn holds their headings.',
          minItems: 1,
          uniqueItems: true,
        }),
      ),
    },
    { title: 'Queues', description: 'Which work staff find in which queue, who sees it, and by when it is due.' },
  );
export type Queues = Static<ReturnType<typeof Queues>>;
export type Queue = Queues['queues'][number];

function check(
  { kinds, queues, export: exported = [] }: Queues,
  finishing: WorkKinds,
  project: ProjectView,
): KindFinding<WorkRule | RoleRule>[] {
  const all = Object.keys(finishing);
  const unlabelled = (name: keyof typeof labels, code: string, pointer: string): KindFinding<WorkRule>[] => {
    const known = project.get('enum', labels[name]);
    if (project.isBroken('enum', labels[name]) || known?.enum.includes(code)) return [];
    return [
      {
        code: 'work-label',
        pointer,
        message: `The enum "${labels[name]}" has no code "${code}", so nobody can read its name.`,
        fix: `Add "${code}" to the enum and its label to locales/<language>/enums.json.`,
      },
    ];
  };
  const ids = queues.map(({ id }) => id);
  return [
    ...all
      .filter((kind) => !queues.some((queue) => queue.kinds.includes(kind)))
      .map((kind): KindFinding<WorkRule> => ({
        code: 'work-unqueued',
        pointer: '/queues',
        message: `No queue holds work of the kind "${kind}", so nobody would do it.`,
        fix: `Add "${kind}" to the kinds of a queue.`,
      })),
    ...all
      .filter((kind) => !kinds[kind])
      .map((kind): KindFinding<WorkRule> => ({
        code: 'work-deadline',
        pointer: '/kinds',
        message: `Work of the kind "${kind}" has no deadline.`,
        fix: `Add "${kind}" with a deadline.`,
      })),
    ...queues.flatMap(({ id, kinds: held }, at) => [
      ...(ids.indexOf(id) < at
        ? [{ code: 'work-queue-twice', pointer: `/queues/${at}/id`, message: `There are two queues "${id}".` } as const]
        : unlabelled('queue', id, `/queues/${at}/id`)),
      ...held.flatMap((kind, index) => unlabelled('kind', kind, `/queues/${at}/kinds/${index}`)),
    ]),
    ...unableRoles(queues, finishing, project),
    ...exported.flatMap((column, index) => unlabelled('column', column, `/export/${index}`)),
  ];
}

/** Finds roles that may do no work, and kinds of work that no role of their queues may finish. */
function unableRoles(queues: readonly Queue[], finishing: WorkKinds, project: ProjectView): KindFinding<RoleRule>[] {
  const placesIn = (kind?: string) =>
    queues.flatMap(({ kinds, roles }, at) =>
      kind === undefined || kinds.includes(kind) ? roles.map((role, index) => ({ role, pointer: `/queues/${at}/roles/${index}` })) : [],
    );
  const excluded = lackingRoles(placesIn(), 'staff.work', 'do this work', project);
  if (excluded.length > 0) return excluded;
  return Object.entries(finishing).flatMap(([kind, operation]) => {
    const places = placesIn(kind);
    const unable = lackingRoles(places, operation, `finish the work "${kind}", and nobody else finds it`, project);
    return unable.length === new Set(places.map(({ role }) => role)).size ? unable.slice(0, 1) : [];
  });
}

/** Every kind of work of the product, with an operation that finishes it. */
type WorkKinds = Readonly<Record<string, string>>;

export const queuesKind = (kinds: WorkKinds): KindDefinition<WorkRule | RoleRule> => ({
  name: 'queues',
  metaSchema: Queues(Object.keys(kinds)),
  single: true,
  required: 'flows/queues.json',
  check: (value: Queues, project) => check(value, kinds, project),
});

/** The queues of the staff application; undefined in a product without one. */
export function queuesOf(deps: Pick<Deps, 'applications'>): Queues | undefined {
  const release = staffRelease(deps);
  return release && onlyOf(release.manifest.other, 'queues');
}

/** The active release of the application that has queues. */
export const staffRelease = ({ applications }: Pick<Deps, 'applications'>): LoadedRelease | undefined =>
  applications.map(({ releases }) => releases.active()).find(({ manifest }) => onlyOf(manifest.other, 'queues'));

/** The codes of an enum of the staff application, with their labels. */
export async function codesOf({ applications }: Pick<Deps, 'applications'>, id: string): Promise<Readonly<Record<string, string>>> {
  const release = staffRelease({ applications });
  if (!release) return {};
  return (await enumLabels(release, release.manifest.settings.languages.default))[id] ?? {};
}

/** The codes of an enum that work can get from now on. Existing work keeps a withdrawn code. */
export async function newCodesOf(deps: Pick<Deps, 'applications'>, id: string): Promise<string[]> {
  const withdrawn = staffRelease(deps)?.manifest.withdrawn?.[id] ?? [];
  return Object.keys(await codesOf(deps, id)).filter((code) => !withdrawn.includes(code));
}

/** Refuses with `badRequest` a code that the enum of the staff application does not have. */
export async function refuseUnknownCode(deps: Pick<Deps, 'applications'>, id: string, code: string, path: string): Promise<void> {
  const known = await newCodesOf(deps, id);
  if (!known.includes(code)) fail('badRequest', { problems: [{ code: 'unknown', path, params: { known: known.join(', ') } }] });
}

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    queues: Queues;
  }
}
