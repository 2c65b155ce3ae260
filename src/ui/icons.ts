/** Icons that only this product needs, in addition to the engine's: SVG path data on a 24-unit grid, drawn as strokes. */
export const productIcons: Readonly<Record<string, string>> = {
  bank: 'm3.5 9.5 8.5-5 8.5 5Zm2 0V18m4.3-8.5V18m4.4-8.5V18m4.3-8.5V18M3.5 20.5h17',
  cash: 'M3 7h18v10H3Zm9 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 10v.01M18 14v.01',
  chat: 'M4 5.5h16v11h-8.5L7 20v-3.5H4Z',
  gift: 'M4 10h16v10.5H4ZM3 6.5h18V10H3Zm9 0v14M12 6.5C9 6.5 7.5 5.5 7.5 4.3a1.8 1.8 0 0 1 3.3-1C11.6 4.3 12 6.5 12 6.5Zm0 0c3 0 4.5-1 4.5-2.2a1.8 1.8 0 0 0-3.3-1C12.4 4.3 12 6.5 12 6.5Z',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  wallet: 'M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5ZM4 7.5V6a2 2 0 0 1 2-2h10v3.5M16.5 14v.01',
  work: 'M4 8h16v11.5H4ZM9 8V5.5h6V8M4 13h16',
};
