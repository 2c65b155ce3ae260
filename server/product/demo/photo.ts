import { samplePhoto } from '../../platform/preview/world/samples.ts';

const drawn = { idPhoto: 'card', selfie: 'face' } as const;
export type DemoPhoto = keyof typeof drawn;

/** A JPEG such as a phone would upload. */
export const demoPhoto = (purpose: DemoPhoto): Promise<Buffer> => samplePhoto(drawn[purpose]);
