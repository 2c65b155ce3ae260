interface Played {
  step?: string;
  route?: string;
  /** Answers that the person gives along the way. */
  given?: readonly { path: string; value: unknown }[] | undefined;
}

/** The path of the preview for somebody at that place. Values of a list item are not answers, so they are left out. */
export function playPath(change: string, { id }: { id: string }, { step, route = '', given = [] }: Played): string {
  const answers = given.filter(({ path, value }) => !/^(item|session|facts|self)[.]/.test(path) && typeof value !== 'object').slice(0, 20);
  const query = new URLSearchParams({
    place: step === undefined ? route : `${id}~${step}`,
    ...(answers.length > 0 && { given: JSON.stringify(answers) }),
  });
  return `/changes/${change}/preview?${query}`;
}
