import { requestsOf } from '../api/request.ts';
import { operationTable } from './operations.generated.ts';

export const requests = requestsOf(operationTable);
