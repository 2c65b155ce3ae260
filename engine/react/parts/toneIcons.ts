/** An icon for each tone, because some people cannot distinguish tones by colour. */
export const toneIcons = { info: 'info', success: 'check', warning: 'alert', danger: 'alert' } as const;
