/** Browsers that differ in how a page is added to the homescreen. */
export const browsers = [
  'iosSafari',
  'iosOther',
  'androidChrome',
  'androidSamsung',
  'androidFirefox',
  'desktopChromium',
  'desktopSafari',
  'desktopFirefox',
  'inApp',
  'other',
] as const;
export type BrowserName = (typeof browsers)[number];

/**
 * Checked in this order, because most user agents also contain the names of others. In-app browsers cannot add anything to the homescreen.
 */
const signs: readonly (readonly [BrowserName, RegExp])[] = [
  ['inApp', /FBAN|FBAV|FB_IAB|Messenger|Instagram|Line\/|Viber|MicroMessenger|TikTok|musical_ly|; wv\)/],
  ['iosOther', /(iPhone|iPad|iPod).*(CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo)/],
  ['iosSafari', /(iPhone|iPad|iPod).*Safari\//],
  ['androidSamsung', /Android.*SamsungBrowser/],
  ['androidFirefox', /Android.*Firefox\//],
  ['androidChrome', /Android.*Chrome\//],
  ['desktopFirefox', /Firefox\//],
  ['desktopChromium', /Chrome\/|Edg\//],
  ['desktopSafari', /Macintosh.*Version\/.*Safari\//],
];

/** @param maxTouchPoints distinguishes an iPad, which calls itself a Macintosh, from a Macintosh, which has no touch screen */
export function browserOf(userAgent: string, maxTouchPoints = 0): BrowserName {
  const described = maxTouchPoints > 1 ? userAgent.replace('Macintosh', 'iPad') : userAgent;
  return signs.find(([, sign]) => sign.test(described))?.[0] ?? 'other';
}
