import type { Entry } from '../compiler/project/project.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Reliance } from '../config/definitions.ts';
import type { Errors } from '../config/screen.ts';
import { stableJson } from '../form/hash.ts';
import type { Found } from './collect.ts';
import { lifeCycleChanges } from './lifeCycles.ts';
import { pairsOf, type Side, type Sides } from './side.ts';

/** Compares what code, clients and external links rely on. */
export function relianceChanges(sides: Sides): Found[] {
  return [...answerChanges(sides), ...enumChanges(sides), ...errorChanges(sides), ...routeChanges(sides), ...lifeCycleChanges(sides)];
}

/** Answers that code reads by name, if they were removed or changed their type. */
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
        message: `${answer} ${fresh ? `is ${fresh.type ?? 'anything'} instead of ${old.type ?? 'anything'}` : 'was removed'}; ${titles.slice(0, 3).join(', ')} ${titles.length > 1 ? 'read' : 'reads'} it.`,
        why: 'Code reads this answer by name. Change the code first.',
        side: before,
        document: was.entry.document,
        pointer: pointerTo('/properties', field),
        at: 'key',
        about: { answers: [answer] },
      },
    ];
  });
}

/** Codes of enums that only code uses. forms.ts compares the enums of forms. */
function enumChanges(sides: Sides): Found[] {
  const asked = new Set([...sides.before.forms.values(), ...sides.after.forms.values()].flatMap(({ enums }) => [...enums]));
  return pairsOf(sides, 'enum').flatMap(({ id, was, now }): Found[] => {
    if (!was || !now || asked.has(id)) return [];
    const [old, fresh] = [was.value.enum, now.value.enum];
    const gone = old.flatMap((code, index): Found[] =>
      fresh.includes(code)
        ? []
        : [
            {
              class: 'API-BREAKING',
              code: 'code-removed',
              message: `The code "${code}" of ${id} was removed.`,
              why: 'Code uses it, and it would have no label.',
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
              message: `The code "${code}" of ${id} is new.`,
              why: 'It has a label when code uses it.',
              side: sides.after,
              document: now.document,
              pointer: `/enum/${index}`,
            },
          ],
    );
    return [...gone, ...added];
  });
}

type ErrorEntry = Errors['errors'][string];

const reactionName = (reaction: ErrorEntry['reaction']): string =>
  typeof reaction === 'string'
    ? reaction
    : 'refill' in reaction
      ? `to ask for ${reaction.refill} again`
      : 'go' in reaction
        ? `to lead to ${reaction.go}`
        : `to show ${reaction.ask}`;

const saidOf = ({ reaction, again }: ErrorEntry): string =>
  `${reactionName(reaction)}${again ? ` (every ${again.times} times ${reactionName(again.reaction)})` : ''}`;

function errorChanges(sides: Sides): Found[] {
  const [was, now] = [sides.before.project.one('errors'), sides.after.project.one('errors')];
  if (!was || !now) return [];
  const [old, fresh] = [was.value.errors, now.value.errors];
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
          message: `The error "${code}" was removed.`,
          why: 'People would see no message, and clients that handle the code never receive it again.',
        },
      ];
    if (!one)
      return [
        {
          ...place(sides.after, now, code),
          class: 'RULE',
          code: 'error-added',
          direction: 'changed',
          message: `The error "${code}" is new.`,
          why: 'The API can return it.',
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
          ? `The status of the error "${code}" changed from ${one.status} to ${other.status}.`
          : `The browser's reaction to the error "${code}" was ${saidOf(one)} and is ${saidOf(other)}.`,
        why: isStatus ? 'Clients distinguish refusals from failures by the status.' : 'People with this error see something different.',
      },
    ];
  });
}

/** Compares served paths, because links, bookmarks and sent messages contain them. */
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
      message: `No screen has the path ${path} now.`,
      why: 'Links, bookmarks and sent messages lead there. Keep it as an alias.',
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
      message: `The screen "${entry.id}" has the new path ${path}.`,
      why: 'No screen had this path before.',
      side: after,
      document: entry.document,
      pointer,
      about: { screens: [entry.id] },
    }));
  return [...gone, ...added];
}
