import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { asJpeg } from './shrink.ts';

export type UploadState =
  | { stage: 'none' }
  | { stage: 'sending'; fraction: number }
  | { stage: 'failed'; code: string }
  | { stage: 'done' };

export interface Upload {
  state: UploadState;
  /** Sends a picture; one that is still on its way is given up. */
  send: (canvas: HTMLCanvasElement) => void;
  fail: (code: string) => void;
  clear: () => void;
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : 'networkAbnormal';

/** Sends pictures and says how far it has come; `stored` gets the id of the file. */
export function useUpload(purpose: string, stored: (fileId: string) => void): Upload {
  const engine = useEngine();
  const [state, setState] = useState<UploadState>({ stage: 'none' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (canvas: HTMLCanvasElement) => {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    const report = (next: UploadState) => {
      if (!mine.signal.aborted) setState(next);
    };
    report({ stage: 'sending', fraction: 0 });
    try {
      const file = await asJpeg(canvas);
      const { fileId } = await engine.upload(file, purpose, (fraction) => report({ stage: 'sending', fraction }), mine.signal);
      if (mine.signal.aborted) return;
      stored(fileId);
      setState({ stage: 'done' });
    } catch (error) {
      report({ stage: 'failed', code: codeOf(error) });
    }
  };

  return {
    state,
    send: (canvas) => void send(canvas),
    fail: (code) => setState({ stage: 'failed', code }),
    clear: () => {
      current.current?.abort();
      setState({ stage: 'none' });
    },
  };
}
