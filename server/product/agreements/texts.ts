import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';

/** Texts that the server adds to documents and PDFs. */
export const agreementTexts: SpokenTexts = {
  ...alike('documents', ['interestAtMaturity', 'interestUpfront', 'earlyActualDays', 'earlyFullTerm', 'extensionNone'], []),
  'documents.extensionOffered': ['days', 'fee', 'interest', 'total'],
  'documents.sentOnDay': ['day'],
  'documents.sentEachMonth': ['num', 'day'],
  'documents.sentAfterSettlement': ['minutes'],
  'pdf.page': ['page', 'pages'],
  'pdf.order': ['order'],
  'pdf.signed': ['at'],
  'pdf.unsigned': [],
  ...alike('pdf', ['fingerprint', 'disclosure'], ['hash']),
};
