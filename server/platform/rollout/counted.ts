/** Events of `step_counts` beside those of steps. */
export const counted = { visit: 'visit', serverError: 'serverError', refusedCall: 'refusedCall' } as const;
