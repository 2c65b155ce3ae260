import { previewOperations as operations } from '../../contract/staff/preview.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { endLinks, linksOf, openLink, shareChange, unshare } from './links.ts';
import { previewLinks } from './migration.ts';
import { previewOf } from './preview.ts';
import { touchedOf } from './touched.ts';

function preview(app: App): void {
  app.addHook('onClose', async () => app.deps.previews?.stop());
  staffEndpoint(app, operations['studio.preview'], ({ deps, request, input }) => previewOf(deps, request, input));
  staffEndpoint(app, operations['studio.touched'], ({ deps, input }) => touchedOf(deps, input.id));
  staffEndpoint(app, operations['studio.share'], ({ deps, session, request, input }) => shareChange(deps, session, request, input));
  staffEndpoint(app, operations['studio.links'], ({ deps, input }) => linksOf(deps, input.id));
  staffEndpoint(app, operations['studio.unshare'], ({ deps, session, input }) => unshare(deps, session, input));
  app.get<{ Params: { token: string } }>('/preview/:token', (request, reply) => openLink(app.deps, request, reply, request.params.token));
}

/** Changes of the product as customers will see them, in a world of made-up people. */
export const previewArea: Area = { name: 'preview', migrations: [previewLinks], routes: [preview], jobs: [endLinks] };
