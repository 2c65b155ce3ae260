import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Design } from './design.ts';
import { type DesignNode, placeOf } from './tree.ts';

/** Where the preview shows a part of the application: `flow~step`, or a route. Undefined if no single place shows it. */
export function shownAt(design: Design, { key, kind, hint }: Pick<DesignNode, 'key' | 'kind' | 'hint'>): string | undefined {
  const { file } = placeOf(key);
  if (kind === 'group' || file === '') return undefined;
  const own = design.object(file);
  if (kind === 'step') return design.pathsOf('flow').includes(file) ? `${String(own['id'])}~${hint}` : undefined;
  if (kind === 'screen' || kind === 'block') {
    const route = typeof own['route'] === 'string' ? own['route'] : '';
    return stepWith(design, 'route', route) ?? (route === '' || route.includes(':') ? undefined : route);
  }
  if (kind === 'form' || kind === 'field' || kind === 'part') return stepWith(design, 'form', String(own['id']));
  return undefined;
}

function stepWith(design: Design, property: 'route' | 'form', value: string): string | undefined {
  for (const path of design.pathsOf('flow')) {
    const { id, steps } = design.object(path);
    const step = (Array.isArray(steps) ? steps : []).find((each: unknown) => isPlainObject(each) && each[property] === value) as
      | { id?: unknown }
      | undefined;
    if (typeof step?.id === 'string') return `${String(id)}~${step.id}`;
  }
  return undefined;
}
