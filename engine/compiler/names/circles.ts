/**
 * Returns the members of a circle of two or more, each of which leads to the next, for its first member in the alphabet. Undefined
 * for the others, so that each circle is reported once, and if there is no circle.
 */
export function circleOf(start: string, next: (member: string) => string | undefined): string[] | undefined {
  const members = [start];
  for (let at = next(start); at !== start; at = next(at)) {
    if (at === undefined || members.includes(at)) return undefined;
    members.push(at);
  }
  return members.length > 1 && members.every((member) => member >= start) ? members : undefined;
}
