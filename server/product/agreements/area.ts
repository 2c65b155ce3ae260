import type { Area } from '../../platform/area.ts';
import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { addressLifetimeSeconds } from '../../platform/files/signedAddress.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { agreementPdf } from './pdf/agreementPdf.ts';
import { agreementAddress, agreementAt, draftAgreement, latestAgreements } from './read.ts';
import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';

/** Names of the texts that the server adds to documents and PDFs. */
const agreementTexts: SpokenTexts = {
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

function agreements(app: App): void {
  endpoint(app, operations['agreements.draft'], async ({ session, deps }) => draftAgreement(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['agreements.latest'], async ({ session, deps }) => latestAgreements(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['agreements.download'], async ({ input, session, deps }) =>
    agreementAddress(await viewerOf(deps, session.customerId), input.agreementId),
  );
  fileRoute(app);
}

const fileNames = { agreement: 'loan-agreement', sanctionLetter: 'sanction-letter' } as const;

/** The PDF behind a signed URL. Sent as an attachment, so that it never opens as a page of this origin. */
function fileRoute(app: App): void {
  app.get<{ Params: { agreementId: string }; Querystring: { expires?: string; signature?: string } }>(
    '/api/agreements/:agreementId/file',
    async ({ params, query }, reply) => {
      const agreement = await agreementAt(app.deps, params.agreementId, query);
      const pdf = await agreementPdf(app.deps, agreement);
      const name = `${fileNames[agreement.kind]}-${agreement.order_number.replace(/[^\w-]/g, '')}.pdf`;
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `private, max-age=${addressLifetimeSeconds}`,
        })
        .send(pdf);
    },
  );
}

export const agreementsArea: Area = {
  name: 'agreements',
  refusals: ['signatureNotYours', 'signatureRequired', 'signatureUnclear', 'totalCostCap'],
  texts: agreementTexts,
  needs: { lifeCycle: ['agreement'] },
  events: { agreement: ['signed', 'superseded'] },
  routes: [agreements],
};
