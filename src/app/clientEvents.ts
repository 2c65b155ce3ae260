/** Browser effects that an action may name as `event`. `events.ts` implements them. */
export const clientEvents = [
  { name: 'logout', description: 'Ends the session here and on the server, erases drafts, and opens the start page.' },
  { name: 'leave', description: 'Ends the session of a guest here and on the server, and erases drafts.' },
  { name: 'install', description: 'Shows the install prompt of the browser, while device.canInstall.' },
  { name: 'toggleTheme', description: 'Switches to the next theme of the settings.' },
  { name: 'reload', description: 'Reloads the page.' },
] as const satisfies readonly { name: string; description: string }[];
