/** Effects of the browser that an action may name as `event`; `events.ts` does them. */
export const clientEvents = [
  { name: 'logout', description: 'Ends the session here and on the server, erases drafts, and goes to the start.' },
  { name: 'install', description: 'Takes the offer of the browser to put the app on the homescreen, while device.canInstall.' },
  { name: 'toggleTheme', description: 'Takes the next of the themes of the settings.' },
  { name: 'reload', description: 'Loads the page anew.' },
] as const satisfies readonly { name: string; description: string }[];
