import type { Area } from '../area.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { languageOf } from '../web/language.ts';
import { acceptedDocuments, acceptedText } from './accepted.ts';
import { fillDocument, readDocument } from './fill.ts';

/** Current documents, and those that a customer accepted. */
function documents(app: App): void {
  current(app);
  endpoint(app, operations['documents.accepted'], async ({ input, request, session, deps }) => ({
    documents: await acceptedDocuments(
      deps,
      session.customerId,
      languageOf(request, deps.releases.active().manifest.settings, input.language),
    ),
  }));
  endpoint(app, operations['documents.acceptedText'], async ({ input, session, deps }) =>
    acceptedText(deps, session.customerId, input.consentId),
  );
}

/** Returns documents as Markdown with the settings' constants filled in, and the hash that a consent records. */
function current(app: App): void {
  endpoint(app, operations['documents.get'], async ({ input, request, deps }) => {
    const release = deps.releases.active();
    const { settings } = release.manifest;
    const document = await readDocument(release, input.document, languageOf(request, settings, input.language));
    if (!document) fail('notFound');
    return { id: input.document, ...document, markdown: fillDocument(release, document) };
  });
}

export const documentsArea: Area = { name: 'documents', routes: [documents] };
