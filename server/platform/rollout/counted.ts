/** The events counted in addition to the steps of flows: for a person, and for a network of visitors. */
export const counted = { visit: 'visit', error: 'error', network: 'network', networkError: 'networkError' } as const;
