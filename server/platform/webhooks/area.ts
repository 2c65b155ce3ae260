import type { Area } from '../area.ts';
import { webhookEventHandler } from './receive.ts';
import { webhooks } from './routes.ts';

export const webhooksArea: Area = { name: 'webhooks', routes: [webhooks], jobs: [webhookEventHandler] };
