/** The sign of each tone, because colour alone says nothing to some people. */
export const toneIcons = { info: 'info', success: 'check', warning: 'alert', danger: 'alert' } as const;
