import type { Area } from '../../platform/area.ts';
import { demoPeople } from './routes.ts';

export const demoArea: Area = { name: 'demo', routes: [demoPeople] };
