import Type, { type Static } from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed } from './schemas.ts';

/** A document in the version that the borrower accepted. */
export const AcceptedDocument = Type.Object(
  {
    id: Type.String({ description: 'Id of the acceptance, not of the document.' }),
    document: Type.String(),
    title: Type.String({ description: 'First heading of the document. In a list, the current heading in the requested language.' }),
    language: Type.String({ description: 'Language in which the borrower read the document.' }),
    version: Type.String({ description: "First characters of the text's hash." }),
    hash: Type.String(),
    acceptedAt: Type.String(),
    isCurrent: Type.Boolean({ description: 'True if the text has not changed since.' }),
  },
  closed,
);
export type AcceptedDocument = Static<typeof AcceptedDocument>;

/** Lists what a borrower accepted and when. Part of `operations`. */
export const documentOperations = {
  'documents.accepted': {
    id: 'documents.accepted',
    method: 'GET',
    path: '/api/accepted-documents',
    input: Type.Object(
      { language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$', description: 'Language of the titles.' })) },
      closed,
    ),
    output: Type.Object({ documents: Type.Array(AcceptedDocument, { description: 'Newest first.' }) }, closed),
  },
  'documents.acceptedText': {
    id: 'documents.acceptedText',
    method: 'GET',
    path: '/api/accepted-documents/:consentId',
    input: Type.Object({ consentId: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
    output: Type.Object({ ...AcceptedDocument.properties, markdown: Type.String() }, closed),
  },
} as const satisfies Record<string, OperationDefinition>;
