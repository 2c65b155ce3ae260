interface Played {
  step?: string;
  route?: string;
  /** Answers that the person gives on the way. */
  given?: readonly { path: string; value: unknown }[] | undefined;
}

/** Where the preview shows somebody who stands there. What it knows of a list's item is no answer. */
export function playPath(change: string, { id }: { id: string }, { step, route = '', given = [] }: Played): string {
  const answers = given.filter(({ path, value }) => !/^(item|session|facts|self)[.]/.test(path) && typeof value !== 'object').slice(0, 20);
  const query = new URLSearchParams({
    place: step === undefined ? route : `${id}~${step}`,
    ...(answers.length > 0 && { given: JSON.stringify(answers) }),
  });
  return `/changes/${change}/preview?${query}`;
}
