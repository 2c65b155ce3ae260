import type { Area } from '../area.ts';
import { openApi } from './routes.ts';

export const openapiArea: Area = { name: 'openapi', routes: [openApi] };
