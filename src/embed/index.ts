/** For the pages of another site. Loads nothing of the app. */
export { HakbangFlow, type HakbangFlowProps } from './HakbangFlow.tsx';
export { type FlowOptions, type FlowWords, mountFlow } from './mountFlow.ts';
