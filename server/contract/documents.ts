import Type, { type Static } from 'typebox';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';

/** A document in the version that the borrower accepted. */
export const AcceptedDocument = object({
  id: Type.String({ description: 'Id of the acceptance, not of the document.' }),
  document: Type.String(),
  title: Type.String({ description: 'First heading of the document. In a list, the current heading in the requested language.' }),
  language: Type.String({ description: 'Language in which the borrower read the document.' }),
  version: Type.String({ description: "First characters of the text's hash." }),
  hash: Type.String(),
  acceptedAt: Type.String(),
  isCurrent: Type.Boolean({ description: 'True if the text has not changed since.' }),
});
export type AcceptedDocument = Static<typeof AcceptedDocument>;

/** Lists what a borrower accepted and when. Part of `operations`. */
export const documentOperations = operationsOf({
  'documents.accepted': {
    route: 'GET /api/accepted-documents',
    input: object({ language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$', description: 'Language of the titles.' })) }),
    output: object({ documents: Type.Array(AcceptedDocument, { description: 'Newest first.' }) }),
  },
  'documents.acceptedText': {
    route: 'GET /api/accepted-documents/:consentId',
    input: object({ consentId: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: object({ ...AcceptedDocument.properties, markdown: Type.String() }),
  },
} as const satisfies Record<string, WrittenOperation>);
