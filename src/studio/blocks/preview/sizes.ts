export interface Size {
  name: 'phone' | 'tablet' | 'computer';
  width: number;
  height: number;
}

export const sizes: readonly Size[] = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'computer', width: 1280, height: 800 },
];

/** In percent. At 200 % a page has half as many pixels for its layout, as with browser zoom. */
export const textSizes = [100, 150, 200];
