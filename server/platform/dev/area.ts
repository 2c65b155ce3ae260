import type { Area } from '../area.ts';
import { clockDev } from './clock/routes.ts';
import { dev } from './routes.ts';
import { sandboxDev } from './sandboxRoutes.ts';
import { socialDev } from './socialRoutes.ts';

export const devArea: Area = { name: 'dev', routes: [clockDev, dev, sandboxDev, socialDev] };
