import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';

/** What documents and their PDFs say beside their own words. */
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
