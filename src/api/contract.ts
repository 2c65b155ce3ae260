export type { ScreenTicket } from '../../server/contract/schemas.ts';
