/** Entry point for pages of another site. Loads nothing from the app. */
export { HakbangFlow, type HakbangFlowProps } from './HakbangFlow.tsx';
export { type FlowOptions, type FlowWords, mountFlow } from './mountFlow.ts';
