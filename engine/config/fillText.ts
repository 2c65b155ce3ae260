const placeholder = /\{\{\s*([\w.]+)\s*(?:,\s*(\w+)\s*)?\}\}/g;

/**
 * Fills the placeholders of a text, `{{path}}` or `{{path, format}}`.
 *
 * @param write the text for a placeholder; undefined leaves it as it stands
 */
export const fillText = (text: string, write: (path: string, format: string | undefined) => string | undefined): string =>
  text.replace(placeholder, (whole, path: string, format: string | undefined) => write(path, format) ?? whole);

/** Returns the value at a dotted path, for example of texts: a text, more texts, or undefined. */
export function valueAt(object: unknown, path: string): unknown {
  let inner = object;
  for (const segment of path.split('.')) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, segment)) return undefined;
    inner = (inner as Readonly<Record<string, unknown>>)[segment];
  }
  return inner;
}
