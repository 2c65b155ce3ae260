/** The request for a place: a screen by its route, or a step as `flow~step`. */
export function entryAt(place: string, given?: unknown) {
  const [flow = '', step] = place.split('~');
  return step === undefined ? { route: place } : { at: { flow, step, ...(given !== undefined && { given }) } };
}
