import { requestsOf } from 'hakbang/react';
import { operationTable } from './operations.generated.ts';

export const requests = requestsOf(operationTable);
