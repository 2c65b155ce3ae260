import type { Boot } from '../../contract/schemas.ts';
import type { Html } from '../http/html.ts';
import type { Chunks } from './chunks.ts';

/** JSON that is safe inside <script>: it cannot close the element or open a comment. */
export const scriptSafeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const attribute = (text: string) => text.replace(/[&"<]/g, (character) => escapes[character] ?? '');

/** Preload hints for the first screen's modules and stylesheet, so that they load in parallel with the page's own code. */
function preloads({ navigationExpressions, ticket }: Boot, chunks: Chunks): string {
  const forms = Object.values(ticket?.forms ?? {});
  const modules = [
    navigationExpressions,
    ticket?.expressions,
    ticket?.flow?.expressions,
    ...forms.map(({ module }) => module),
    ...chunks.modules,
  ];
  const links = distinct(modules).map((address) => `<link rel="modulepreload" href="${attribute(address)}">`);
  const styles = chunks.styles.map((address) => `<link rel="preload" as="style" href="${attribute(address)}">`);
  return [...links, ...styles].join('');
}

const distinct = (addresses: (string | undefined)[]) => [...new Set(addresses.filter((address) => address !== undefined))];

export interface PageParts {
  language: string;
  /** Code and stylesheets of the first screen. */
  chunks: Chunks;
  /** App tags for the head. */
  head: Html;
}

/** Fills the built page with its language, boot data and preload hints. */
export function renderPage(template: string, boot: Boot, { language, chunks, head }: PageParts): string {
  return template
    .replace(/<html[^>]*>/, () => `<html lang="${attribute(language)}">`)
    .replace('<!--app-->', () => head.source)
    .replace('__BOOT__', () => scriptSafeJson(boot))
    .replace('<!--preload-->', () => preloads(boot, chunks));
}
