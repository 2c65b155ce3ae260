import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { drawn } from './shrink.ts';

interface CameraProps {
  facing: 'user' | 'environment';
  maxEdgePx: number;
  words: { title: string; starting: string; shoot: string };
  onShot: (canvas: HTMLCanvasElement) => void;
  onClose: () => void;
  /** Called if there is no camera or access was denied. The parent then offers a file input. */
  onRefused: () => void;
}

export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

const idealWidthPx = 1920;

/** The live picture of the camera. A selfie is mirrored on the screen but stored unmirrored. */
export function Camera({ facing, maxEdgePx, words, onShot, onClose, onRefused }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [ready, setReady] = useState(false);
  const refused = useRef(onRefused);
  useLayoutEffect(() => {
    refused.current = onRefused;
  });

  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: { ideal: idealWidthPx } }, audio: false });
      if (gone || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setReady(true);
    };
    start().catch(() => {
      if (!gone) refused.current();
    });
    return () => {
      gone = true;
      stop();
    };
  }, [facing]);

  const shoot = () => {
    const element = video.current;
    if (element) onShot(drawn(element, { width: element.videoWidth, height: element.videoHeight }, maxEdgePx));
  };

  return (
    <Sheet title={words.title} onClose={onClose} full>
      <div className="photo">
        <div className="photo-frame" data-filled={ready || undefined} data-mirrored={facing === 'user' || undefined}>
          {!ready && <output>{words.starting}</output>}
          <video ref={video} playsInline muted hidden={!ready} aria-hidden="true" />
        </div>
        <Button icon="camera" wide off={!ready} onClick={shoot}>
          {words.shoot}
        </Button>
      </div>
    </Sheet>
  );
}
