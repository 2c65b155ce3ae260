export type { FlowSnapshot, ScreenTicket } from '../../server/contract/schemas.ts';
