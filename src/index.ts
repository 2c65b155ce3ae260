/** The API with which a product builds its pages. */
export { start } from './app/start.tsx';
export type { AppProduct } from './app/product.ts';
export { requestsOf } from './api/request.ts';
export { icons } from '../engine/react/parts/iconPaths.ts';
export { blockComponents, loadBlocks } from '../engine/react/blocks/components.ts';
