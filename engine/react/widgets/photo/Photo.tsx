import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { fileTypes } from '../../../config/fileTypes.ts';
import type { PhotoQuality } from '../../../form/photoQuality.ts';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { waitingName } from '../../waitingFiles.ts';
import { Camera, hasCamera } from './Camera.tsx';
import { FileInput } from '../../upload/FileInput.tsx';
import { UploadStatus } from '../../upload/UploadStatus.tsx';
import { useUpload } from '../../upload/useUpload.ts';
import { asJpeg, readPicture } from './shrink.ts';

interface Options {
  purpose: string;
  facing?: 'user' | 'environment';
  maxEdgePx?: number;
  quality?: PhotoQuality;
}

const defaultEdgePx = 1600;

/**
 * Takes a photo from the camera or a file. It is shown at once, shrunk and checked on the device, and uploaded while the person
 * continues.
 */
export const Photo = observer(function Photo({ field }: { field: FieldHandle<Options> }) {
  const { facing = 'environment', maxEdgePx = defaultEdgePx, quality } = field.options;
  const [picture, setPicture] = useState<HTMLCanvasElement>();
  const [camera, setCamera] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const capture = useRef<HTMLInputElement>(null);
  const upload = useUpload(field, (found) => {
    if (found) readPicture(found, maxEdgePx).then(setPicture, () => undefined);
    else setPicture(undefined);
  });

  const send = (canvas: HTMLCanvasElement) => void upload.send(asJpeg(canvas, quality));
  /** A large picture takes time on a phone, so the field counts as answered at once. */
  const take = (canvas: Promise<HTMLCanvasElement>) => {
    setCamera(false);
    upload.begin();
    canvas.then(setPicture, () => setPicture(undefined));
    void upload.send(canvas.then((drawn) => asJpeg(drawn, quality)));
  };
  const choose = (chosen: File) => take(readPicture(chosen, maxEdgePx));
  const filled = picture !== undefined || typeof field.value === 'string';

  return (
    <div className="photo">
      <div className="photo-frame" data-filled={filled || undefined} data-invalid={field.problem !== undefined || undefined}>
        <Preview field={field} picture={picture} />
      </div>
      <UploadStatus widget="photo" field={field} state={upload.state} onRetry={() => picture && send(picture)} />
      {!field.locked && !filled && hasCamera() && <p className="field-hint">{field.word('photo.cameraWhy')}</p>}
      {!field.locked && (
        <div className="photo-actions">
          <Button
            icon="camera"
            tone={filled || !field.required ? 'secondary' : 'primary'}
            onClick={() => (hasCamera() ? setCamera(true) : capture.current?.click())}
          >
            {field.word(filled ? 'photo.retake' : 'photo.take')}
          </Button>
          <Button icon="image" tone="secondary" onClick={() => file.current?.click()}>
            {field.word('photo.choose')}
          </Button>
        </div>
      )}
      <FileInput inner={file} field={field} accept={fileTypes.photo} onChoose={choose} />
      <FileInput inner={capture} field={field} accept={fileTypes.photo} onChoose={choose} capture={facing} />
      {camera && (
        <Camera
          facing={facing}
          maxEdgePx={maxEdgePx}
          words={{ title: field.label, starting: field.word('photo.starting'), shoot: field.word('photo.shoot') }}
          onShot={(canvas) => take(Promise.resolve(canvas))}
          onClose={() => setCamera(false)}
          onRefused={() => {
            setCamera(false);
            upload.fail('cameraRefused');
          }}
        />
      )}
    </div>
  );
});

/** Shows the new picture, else the stored one, else a placeholder. */
const Preview = observer(function Preview({ field, picture }: { field: FieldHandle; picture: HTMLCanvasElement | undefined }) {
  const { fileDetails } = useEngine();
  const holder = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string>();
  const stored = typeof field.value === 'string' && waitingName(field.value) === undefined ? field.value : undefined;

  useEffect(() => {
    if (picture) holder.current?.replaceChildren(picture);
  }, [picture]);
  useEffect(() => {
    let gone = false;
    const show = async () => {
      // Without a preview, a text says that there is a photo.
      const found = picture || stored === undefined ? undefined : await fileDetails?.(stored).catch(() => undefined);
      if (!gone) setAddress(found?.url);
    };
    void show();
    return () => {
      gone = true;
    };
  }, [picture, stored, fileDetails]);

  const words = field.word('photo.preview', { label: field.label });
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains the drawn canvas
  if (picture) return <div ref={holder} className="photo-picture" role="img" aria-label={words} />;
  if (stored !== undefined && address !== undefined) return <img src={address} alt={words} />;
  return (
    <>
      <Icon name={stored === undefined ? 'camera' : 'check'} />
      <p>{stored === undefined ? (field.placeholder ?? field.word('photo.empty')) : field.word('photo.stored')}</p>
    </>
  );
});
