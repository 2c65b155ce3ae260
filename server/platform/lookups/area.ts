import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { fail } from '../problem.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { lookupOf } from './lookup.ts';

const shownAtMost = 30;

function lookups(app: App): void {
  endpoint(app, operations['lookups.search'], async ({ deps, input: { list, text } }) => {
    const lookup = lookupOf(deps, list) ?? fail('notFound');
    const entries = await lookup.search(deps, text);
    return { entries: entries.slice(0, shownAtMost).map(({ code, name }) => ({ code, name })) };
  });
}

export const lookupsArea: Area = { name: 'lookups', routes: [lookups] };
