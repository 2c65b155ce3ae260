/** What is counted of a person beside the steps of flows. */
export const counted = { visit: 'visit', error: 'error' } as const;
