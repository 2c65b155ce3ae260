import { operations } from '../../contract/operations.ts';
import { endpoint } from '../../http/endpoint.ts';
import { fail } from '../../http/problem.ts';
import type { App } from '../../http/types.ts';
import { languageOf } from '../web/language.ts';

/** Documents as Markdown, with the constants of the settings filled in, and the hash under which acceptance is recorded. */
export function documents(app: App): void {
  endpoint(app, operations['documents.get'], async ({ input, request, deps }) => {
    const release = deps.releases.active();
    const { settings, documents: all } = release.manifest;
    const translations = Object.hasOwn(all, input.document) ? all[input.document] : undefined;
    if (!translations) fail('notFound');
    const wanted = languageOf(request, settings, input.language);
    const language = translations[wanted] ? wanted : settings.languages.default;
    const version = translations[language];
    if (!version) fail('notFound');
    const { markdown } = JSON.parse(await release.text(version.part)) as { markdown: string };
    return { id: input.document, language, hash: version.hash, markdown: filled(markdown, settings.constants) };
  });
}

const filled = (markdown: string, constants: Readonly<Record<string, string | number | boolean>>) =>
  markdown.replace(/\{\{\s*constants\.(\w+)\s*\}\}/g, (placeholder, name: string) => String(constants[name] ?? placeholder));
