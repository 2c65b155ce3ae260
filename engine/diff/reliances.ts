import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Reliance } from '../config/definitions.ts';
import { stableJson } from '../form/hash.ts';
import type { Found } from './collect.ts';
import { lifeCycleChanges } from './lifeCycles.ts';
import { pairsOf, type Side, type Sides } from './side.ts';

/** What code, clients and addresses outside rely on. */
export function relianceChanges(sides: Sides): Found[] {
  return [...answerChanges(sides), ...enumChanges(sides), ...errorChanges(sides), ...routeChanges(sides), ...lifeCycleChanges(sides)];
}

/** Answers that code reads by name: gone, or of another type. */
function answerChanges({ before, after, registry }: Sides): Found[] {
  const code: (Reliance & { title: string })[] = [
    ...Object.values(registry.operations).map((each) => ({ ...each, title: `operation "${each.id}"` })),
    ...Object.values(registry.effects).map((each) => ({ ...each, title: `effect "${each.name}"` })),
  ];
  const readers = new Map<string, string[]>();
  for (const { reads = [], title } of code) for (const answer of reads) readers.set(answer, [...(readers.get(answer) ?? []), title]);
  return [...readers].flatMap(([answer, titles]): Found[] => {
    const [form = '', field = ''] = answer.split('.');
    const [was, now] = [before.forms.get(form), after.forms.get(form)];
    const [old, fresh] = [was?.schema.properties[field], now?.schema.properties[field]];
    if (!was || !old || (fresh && fresh.type === old.type)) return [];
    return [
      {
        class: 'API-BREAKING',
        code: fresh ? 'relied-answer-changed' : 'relied-answer-removed',
        message: `${answer} ${fresh ? `is ${fresh.type ?? 'anything'} instead of ${old.type ?? 'anything'}` : 'is gone'}; ${titles.slice(0, 3).join(', ')} ${titles.length > 1 ? 'read' : 'reads'} it.`,
        why: 'Code reads this answer by its name. Change the code first.',
        side: before,
        document: was.entry.document,
        pointer: pointerTo('/properties', field),
        at: 'key',
        about: { answers: [answer] },
      },
    ];
  });
}

/** Codes of enums that no form asks: code gives them, screens show them. Those of forms are told there. */
function enumChanges(sides: Sides): Found[] {
  const asked = new Set([...sides.before.forms.values(), ...sides.after.forms.values()].flatMap(({ enums }) => [...enums]));
  return pairsOf(sides, 'enum').flatMap(({ id, was, now }): Found[] => {
    if (!was || !now || asked.has(id)) return [];
    const [old, fresh] = [was, now].map(({ value }) => (value as { enum: string[] }).enum) as [string[], string[]];
    const gone = old.flatMap((code, index): Found[] =>
      fresh.includes(code)
        ? []
        : [
            {
              class: 'API-BREAKING',
              code: 'code-removed',
              message: `${id} has no code "${code}" any more.`,
              why: 'Nobody is asked it: code gives it, and it would be shown without words.',
              side: sides.before,
              document: was.document,
              pointer: `/enum/${index}`,
            },
          ],
    );
    const added = fresh.flatMap((code, index): Found[] =>
      old.includes(code)
        ? []
        : [
            {
              class: 'RULE',
              code: 'code-added',
              direction: 'loosened',
              message: `${id} has a code "${code}".`,
              why: 'It has words when code gives it.',
              side: sides.after,
              document: now.document,
              pointer: `/enum/${index}`,
            },
          ],
    );
    return [...gone, ...added];
  });
}

interface Catalogue {
  errors: Record<string, { status: number; reaction: unknown }>;
}

function errorChanges(sides: Sides): Found[] {
  const [was, now] = [sides.before.project.one('errors'), sides.after.project.one('errors')];
  if (!was || !now) return [];
  const [old, fresh] = [(was.value as Catalogue).errors, (now.value as Catalogue).errors];
  const place = (side: Side, entry: Entry, code: string, below = '') => ({
    side,
    document: entry.document,
    pointer: pointerTo('/errors', code) + below,
    at: 'key' as const,
  });
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((code): Found[] => {
    const [one, other] = [old[code], fresh[code]];
    if (!other)
      return [
        {
          ...place(sides.before, was, code),
          class: 'API-BREAKING',
          code: 'error-removed',
          message: `The error "${code}" is gone.`,
          why: 'Whoever meets it would be told nothing, and clients that know the code never hear it again.',
        },
      ];
    if (!one)
      return [
        {
          ...place(sides.after, now, code),
          class: 'RULE',
          code: 'error-added',
          direction: 'changed',
          message: `There is an error "${code}".`,
          why: 'The API may refuse with it.',
        },
      ];
    if (stableJson(one) === stableJson(other)) return [];
    const isStatus = one.status !== other.status;
    return [
      {
        ...place(sides.after, now, code, isStatus ? '/status' : ''),
        class: isStatus ? 'API-BREAKING' : 'RULE',
        code: isStatus ? 'error-status-changed' : 'error-reaction-changed',
        ...(!isStatus && { direction: 'changed' as const }),
        message: isStatus
          ? `The error "${code}" had status ${one.status} and has ${other.status}.`
          : `The browser does something else on the error "${code}".`,
        why: isStatus ? 'Clients tell a refusal from a failure by its status.' : 'Whoever meets it sees something else.',
      },
    ];
  });
}

/** Addresses that are served: links, bookmarks and messages that were sent hold them. */
function routeChanges({ before, after }: Sides): Found[] {
  const served = ({ project }: Side) =>
    project
      .all('screen')
      .flatMap((entry) => [
        { path: entry.value.route, entry, pointer: '/route' },
        ...(entry.value.aliases ?? []).map((path, index) => ({ path, entry, pointer: `/aliases/${index}` })),
      ]);
  const shape = (path: string) => path.replaceAll(/:[^/]+/g, ':');
  const [old, fresh] = [served(before), served(after)];
  const missing = (all: typeof old, path: string) => !all.some((each) => shape(each.path) === shape(path));
  const gone = old
    .filter(({ path }) => missing(fresh, path))
    .map(({ path, entry, pointer }): Found => ({
      class: 'API-BREAKING',
      code: 'route-removed',
      message: `Nothing is served at ${path} any more.`,
      why: 'Links, bookmarks and messages that were sent lead there. Keep it as an alias.',
      side: before,
      document: entry.document,
      pointer,
      about: { screens: [entry.id] },
    }));
  const added = fresh
    .filter(({ path }) => missing(old, path))
    .map(({ path, entry, pointer }): Found => ({
      class: 'RULE',
      code: 'route-added',
      direction: 'changed',
      message: `The screen "${entry.id}" is served at ${path}.`,
      why: 'Nothing was there before.',
      side: after,
      document: entry.document,
      pointer,
      about: { screens: [entry.id] },
    }));
  return [...gone, ...added];
}
