/** What is counted of a person beside the steps of flows, and of a network from which visitors came. */
export const counted = { visit: 'visit', error: 'error', network: 'network', networkError: 'networkError' } as const;
