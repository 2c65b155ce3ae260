import type { Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Id, none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import Type from 'typebox';
import { lendingOperations } from './lendingOperations.ts';
import { advanceOperations } from './advanceOperations.ts';
import { platformOperations } from './platformOperations.ts';
import { serviceOperations } from './serviceOperations.ts';
import { ApplicationView, CustomerFacts } from './schemas.ts';

const session = platformOperations['auth.session'];

const applicationOperations = operationsOf({
  'application.submit': {
    route: 'POST /api/applications',
    repeatable: true,
    input: object({ flow: Type.Optional(Id) }),
    output: ApplicationView,
  },
  'application.current': { route: 'GET /api/applications/current', input: none, output: ApplicationView },
  /** Applies the details confirmed in the flow `renewal`. Changed details need a new decision. */
  'application.renew': {
    route: 'POST /api/applications/renewal',
    repeatable: true,
    input: object({ flow: Type.Optional(Id) }),
    output: ApplicationView,
  },
} as const satisfies Record<string, WrittenOperation>);

/**
 * Every operation of the cash loan's API. Request validation, OpenAPI, the typed client and the operations that screens may name all derive
 * from this list. `input` merges path, query and body: a parameter named in the path is read from the path. The others are read from the
 * query of a GET or DELETE, and from the body of any other method.
 */
export const operations = {
  ...platformOperations,
  'auth.session': { ...session, output: object({ ...session.output.properties, ...CustomerFacts.properties }) },
  ...applicationOperations,
  ...lendingOperations,
  ...advanceOperations,
  ...serviceOperations,
};

export type Operations = typeof operations;
type OperationId = keyof Operations;
export type Input<Id extends OperationId> = Static<Operations[Id]['input']>;
export type Output<Id extends OperationId> = Static<Operations[Id]['output']>;
