/** Escaped HTML. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

type Value = Html | string | number | undefined | false | readonly Value[];

function show(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.source;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(show).join('');
}

/**
 * HTML in which every interpolated value is escaped, unless it is itself `Html`.
 *
 * @example html`<li>${sms.text}</li>`
 */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, index) => text + show(values[index - 1]) + part));

interface PlainLook {
  lang?: string;
  /** A few words in the middle of the window. */
  isCalm?: boolean;
}

/** A plain page for developers and operators. The CSP allows its own stylesheet and nothing else. */
export const plainPage = (title: string, body: Html, { lang = 'en', isCalm = false }: PlainLook = {}): string =>
  html`<!doctype html>
    <html lang="${lang}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <link rel="icon" href="/icons/icon-192.png" />
      <link rel="stylesheet" href="/api/docs.css" />
      <main${isCalm && html` class="calm"`}>
        <h1>${title}</h1>
        ${body}
      </main>
    </html>`.toString();

export const plainStyles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 } main { max-width: 60rem; margin: 0 auto; padding: 1rem }
main.calm { max-width: 26rem; min-height: 80vh; display: flex; flex-direction: column; justify-content: center; text-align: center; text-wrap: balance } main.calm p { margin: 0 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem; scroll-margin-top: 1rem }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { padding: .75rem; overflow: auto; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: .5rem }
ul.cards { list-style: none; padding: 0 } ul.cards > li { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; white-space: pre-line }
table { border-collapse: collapse } td, th { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top }
button, input, select { font: inherit; padding: .5rem .75rem; min-height: 2.75rem } form { margin: .5rem 0 }
`;
