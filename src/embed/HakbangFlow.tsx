import { useEffect, useEffectEvent, useRef } from 'react';
import { type FlowOptions, mountFlow } from './mountFlow.ts';
import type { FrameMessage } from './protocol.ts';

export interface HakbangFlowProps extends FlowOptions {
  className?: string;
  onReady?: () => void;
  /** @param step id of the step that is shown */
  onStep?: (step: string) => void;
  onComplete?: () => void;
  /** Called when the flow cannot run in the frame and a button offers to open a window. */
  onBlocked?: () => void;
}

/**
 * Embeds a flow of a running server in a page of another site.
 *
 * @example <HakbangFlow server="https://claims.example" flow="claim" language="fil" words={words} onComplete={thank} />
 */
export function HakbangFlow({ className, onReady, onStep, onComplete, onBlocked, ...options }: HakbangFlowProps) {
  const { server, flow, language, words } = options;
  const { title, loading, blocked, open } = words;
  const container = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent((message: FrameMessage) => {
    if (message.type === 'step') onStep?.(message.step);
    else if (message.type !== 'height') ({ ready: onReady, complete: onComplete, blocked: onBlocked })[message.type]?.();
  });
  useEffect(() => {
    if (!container.current) return undefined;
    return mountFlow(container.current, { server, flow, language, words: { title, loading, blocked, open } }, (message) => tell(message));
  }, [server, flow, language, title, loading, blocked, open]);
  return <div ref={container} className={className} />;
}
