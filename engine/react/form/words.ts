/** Words under `common` that forms need, whatever the product; plural forms by their stem. */
export const formWords: readonly string[] = ['optional', 'change', 'close', 'validation.summary'];
