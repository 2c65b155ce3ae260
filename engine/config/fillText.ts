const placeholder = /\{\{\s*([\w.]+)\s*(?:,\s*(\w+)\s*)?\}\}/g;

/**
 * Fills the placeholders of a text, `{{path}}` or `{{path, format}}`.
 *
 * @param write the text for a placeholder; undefined leaves it as it stands
 */
export const fillText = (text: string, write: (path: string, format: string | undefined) => string | undefined): string =>
  text.replace(placeholder, (whole, path: string, format: string | undefined) => write(path, format) ?? whole);
