/**
 * Returns the cycle of two or more members that contains `start`, but only if `start` is its alphabetically first member, so that each
 * cycle is reported once. Otherwise returns undefined.
 */
export function circleOf(start: string, next: (member: string) => string | undefined): string[] | undefined {
  const members = [start];
  for (let at = next(start); at !== start; at = next(at)) {
    if (at === undefined || members.includes(at)) return undefined;
    members.push(at);
  }
  return members.length > 1 && members.every((member) => member >= start) ? members : undefined;
}
