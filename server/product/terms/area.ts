import { studioTermOperations } from '../../contract/staff/studioTerms.ts';
import type { Area } from '../../platform/area.ts';
import type { App } from '../../platform/http/types.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { termsOf } from './terms.ts';

function termRoutes(app: App): void {
  staffEndpoint(app, studioTermOperations['studio.terms'], ({ deps, input }) => termsOf(deps, input));
}

/** Editing of products and limits in the studio. */
export const termsArea: Area = { name: 'terms', routes: [termRoutes] };
