import Type, { type Static } from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed } from './schemas.ts';

/** A document as somebody accepted it. */
export const AcceptedDocument = Type.Object(
  {
    id: Type.String({ description: 'Of the acceptance, not of the document.' }),
    document: Type.String(),
    title: Type.String({ description: 'Its first heading; in a list as it reads now in the language asked for.' }),
    language: Type.String({ description: 'In which it was read.' }),
    version: Type.String({ description: 'First characters of the hash of its text.' }),
    hash: Type.String(),
    acceptedAt: Type.String(),
    isCurrent: Type.Boolean({ description: 'Whether it still reads like that.' }),
  },
  closed,
);
export type AcceptedDocument = Static<typeof AcceptedDocument>;

/** What a borrower agreed to, and when (protocol query); part of `operations`. */
export const documentOperations = {
  'documents.accepted': {
    id: 'documents.accepted',
    method: 'GET',
    path: '/api/accepted-documents',
    input: Type.Object({ language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$', description: 'For the titles.' })) }, closed),
    output: Type.Object({ documents: Type.Array(AcceptedDocument, { description: 'The newest first.' }) }, closed),
  },
  'documents.acceptedText': {
    id: 'documents.acceptedText',
    method: 'GET',
    path: '/api/accepted-documents/:consentId',
    input: Type.Object({ consentId: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
    output: Type.Object({ ...AcceptedDocument.properties, markdown: Type.String() }, closed),
  },
} as const satisfies Record<string, OperationDefinition>;
