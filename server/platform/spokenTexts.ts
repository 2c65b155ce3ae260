/** Texts that server code uses, by key in locales/<language>/server.json, with the values that it fills in. */
export type SpokenTexts = Readonly<Record<string, readonly string[]>>;

/** Texts under one key that take the same values. */
export const alike = (under: string, names: readonly string[], fills: readonly string[]): SpokenTexts =>
  Object.fromEntries(names.map((name) => [`${under}.${name}`, fills]));
