import { observer } from 'mobx-react-lite';
import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PhotoQuality } from '../../../form/photoQuality.ts';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { waitingName } from '../../waitingFiles.ts';
import { Camera, hasCamera } from './Camera.tsx';
import { PhotoStatus } from './PhotoStatus.tsx';
import { PhotoUpload } from './photoUpload.ts';
import { asJpeg, readPicture } from './shrink.ts';

interface Options {
  purpose: string;
  facing?: 'user' | 'environment';
  maxEdgePx?: number;
  quality?: PhotoQuality;
}

const defaultEdgePx = 1600;

/** A photo that waits on the device has the name of its path, but paths inside a list change. */
const isInList = ({ path }: FieldHandle): boolean => /\/\d+\//.test(path);

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
  const upload = useUpload(field, maxEdgePx, setPicture);

  const send = (canvas: HTMLCanvasElement) => void upload.send(asJpeg(canvas, quality));
  /** A large picture takes time on a phone, so the field counts as answered at once. */
  const take = (canvas: Promise<HTMLCanvasElement>) => {
    setCamera(false);
    upload.begin();
    canvas.then(setPicture, () => setPicture(undefined));
    void upload.send(canvas.then((drawn) => asJpeg(drawn, quality)));
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // Resets the input, so that the same file can be chosen again.
    target.value = '';
    if (chosen) take(readPicture(chosen, maxEdgePx));
  };
  const filled = picture !== undefined || typeof field.value === 'string';

  return (
    <div className="photo">
      <div className="photo-frame" data-filled={filled || undefined} data-invalid={field.problem !== undefined || undefined}>
        <Preview field={field} picture={picture} />
      </div>
      <PhotoStatus field={field} state={upload.state} onRetry={() => picture && send(picture)} />
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
      <FileInput inner={file} field={field} onChange={choose} />
      <FileInput inner={capture} field={field} onChange={choose} capture={facing} />
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

/** The upload of the field's photo. It stops when the field goes, and leaves the picture when the answer changes elsewhere. */
function useUpload(field: FieldHandle<Options>, maxEdgePx: number, setPicture: (picture: HTMLCanvasElement | undefined) => void) {
  const { form, path, queued, value } = field;
  const engine = useEngine();
  // The handle changes when the item of a list moves, also during an upload.
  const latest = useRef(field);
  useLayoutEffect(() => void (latest.current = field), [field]);
  const [upload] = useState(
    () =>
      new PhotoUpload({
        engine: isInList(field) ? { upload: (...file) => engine.upload(...file) } : engine,
        name: `${form}${path.replaceAll('/', '.')}`,
        purpose: field.options.purpose,
        queued,
        answer: (answer) => latest.current.set(answer),
      }),
  );
  useEffect(() => {
    const found = (photo: Blob) => void readPicture(photo, maxEdgePx).then(setPicture, () => undefined);
    return upload.start(latest.current.value, found);
  }, [upload, maxEdgePx, setPicture]);
  useEffect(() => {
    if (upload.gave(value)) return;
    upload.leave();
    setPicture(undefined);
  }, [upload, value, setPicture]);
  return upload;
}

interface FileInputProps {
  inner: RefObject<HTMLInputElement | null>;
  field: FieldHandle;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  capture?: 'user' | 'environment';
}

/** The styled buttons open this input, which is hidden from view and keyboard. */
const FileInput = observer(function FileInput({ inner, field, onChange, capture }: FileInputProps) {
  return (
    <input
      ref={inner}
      className="visually-hidden"
      type="file"
      accept="image/*"
      capture={capture}
      tabIndex={-1}
      aria-hidden="true"
      aria-label={field.label}
      disabled={field.locked}
      onChange={onChange}
    />
  );
});

/** Shows the new picture, else the stored one, else a placeholder. */
const Preview = observer(function Preview({ field, picture }: { field: FieldHandle; picture: HTMLCanvasElement | undefined }) {
  const { fileAddress } = useEngine();
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
      const found = picture || stored === undefined ? undefined : await fileAddress?.(stored).catch(() => undefined);
      if (!gone) setAddress(found);
    };
    void show();
    return () => {
      gone = true;
    };
  }, [picture, stored, fileAddress]);

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
