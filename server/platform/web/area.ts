import type { Area } from '../area.ts';
import { devEvents } from './devEvents.ts';
import { web } from './routes.ts';

export const webArea: Area = { name: 'web', texts: { 'app.description': [] }, routes: [devEvents, web] };
