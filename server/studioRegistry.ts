import type { Registry } from '../engine/config/definitions.ts';
import { appNamespaces } from '../src/app/namespaces.ts';
import { studioDefinitions } from '../src/studio/definitions.ts';
import { StaffClientState } from './contract/staff/clientState.ts';
import { topics } from './contract/staff/live.ts';
import { studioApplicationOperations } from './contract/staff/studioApplication.ts';
import { studioKind } from './platform/changes/kind.ts';
import { studioRules } from './platform/changes/rules.ts';

/** Everything that code registers by name for the studio. Its releases are compiled against it. */
export const studioRegistry: Registry = {
  ...studioDefinitions,
  operations: studioApplicationOperations,
  effects: {},
  topics,
  kinds: { studio: studioKind },
  rules: studioRules,
  namespaces: { ...appNamespaces, session: StaffClientState },
  refusals: [
    'unauthenticated',
    'unavailable',
    'forbidden',
    'freshCodeRequired',
    'codeIncorrect',
    'passkeyRefused',
    'factorMissing',
    'notFound',
    'conflict',
    'refused',
    'badRequest',
    'invalidAnswers',
    'tooFrequent',
  ],
};
