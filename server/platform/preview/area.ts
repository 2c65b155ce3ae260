import { previewOperations as operations } from '../../contract/staff/preview.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { previewOf } from './preview.ts';

function preview(app: App): void {
  app.addHook('onClose', async () => app.deps.previews?.stop());
  staffEndpoint(app, operations['studio.preview'], ({ deps, request, input }) => previewOf(deps, request, input));
}

/** Changes of the product as customers will see them, in a world of made-up people. */
export const previewArea: Area = { name: 'preview', routes: [preview] };
