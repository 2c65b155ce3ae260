import { observer } from 'mobx-react-lite';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Camera, hasCamera } from './Camera.tsx';
import { PhotoUpload, type UploadState } from './photoUpload.ts';
import { asJpeg, readPicture } from './shrink.ts';

interface Options {
  purpose: string;
  facing?: 'user' | 'environment';
  maxEdgePx?: number;
}

const defaultEdgePx = 1600;

/** A picture from the camera or a file: seen at once, made small on the device, sent while the next field is filled. */
export const Photo = observer(function Photo({ field }: { field: FieldHandle }) {
  const { purpose, facing = 'environment', maxEdgePx = defaultEdgePx } = field.options as unknown as Options;
  const [picture, setPicture] = useState<HTMLCanvasElement>();
  const [camera, setCamera] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const capture = useRef<HTMLInputElement>(null);
  const engine = useEngine();
  const [upload] = useState(() => new PhotoUpload({ engine, name: `${field.form}.${field.name}`, purpose, stored: field.set }));
  useEffect(() => {
    const found = (photo: Blob) => void readPicture(photo, maxEdgePx).then(setPicture, () => undefined);
    return upload.start(typeof field.value === 'string', found);
  }, [upload, field, maxEdgePx]);

  const send = (canvas: HTMLCanvasElement) => void asJpeg(canvas).then((photo) => upload.send(photo));
  const take = (canvas: HTMLCanvasElement) => {
    setCamera(false);
    setPicture(canvas);
    field.set(undefined);
    send(canvas);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // The same file may be chosen again.
    target.value = '';
    if (chosen) readPicture(chosen, maxEdgePx).then(take, () => upload.fail('photoProblem'));
  };
  const filled = picture !== undefined || typeof field.value === 'string';

  return (
    <div className="photo">
      <div className="photo-frame" data-filled={filled || undefined} data-invalid={field.problem !== undefined || undefined}>
        <Preview field={field} picture={picture} />
      </div>
      <Status field={field} state={upload.state} onRetry={() => picture && send(picture)} />
      {!field.locked && !filled && hasCamera() && <p className="field-hint">{field.word('photo.cameraWhy')}</p>}
      {!field.locked && (
        <div className="photo-actions">
          <Button
            icon="camera"
            tone={filled ? 'secondary' : 'primary'}
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
          onShot={take}
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

interface FileInputProps {
  inner: RefObject<HTMLInputElement | null>;
  field: FieldHandle;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  capture?: 'user' | 'environment';
}

/** Opened by the buttons, which look and speak like ours; itself neither seen nor reached. */
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

/** The picture just taken, else the stored one, else a place for one. */
const Preview = observer(function Preview({ field, picture }: { field: FieldHandle; picture: HTMLCanvasElement | undefined }) {
  const { fileAddress } = useEngine();
  const holder = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string>();
  const stored = typeof field.value === 'string' ? field.value : undefined;

  useEffect(() => {
    if (picture) holder.current?.replaceChildren(picture);
  }, [picture]);
  useEffect(() => {
    let gone = false;
    const show = async () => {
      // Without a preview there is still the word that a photo is there.
      const found = picture || stored === undefined ? undefined : await fileAddress?.(stored).catch(() => undefined);
      if (!gone) setAddress(found);
    };
    void show();
    return () => {
      gone = true;
    };
  }, [picture, stored, fileAddress]);

  const words = field.word('photo.preview', { label: field.label });
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it holds the canvas that was drawn
  if (picture) return <div ref={holder} className="photo-picture" role="img" aria-label={words} />;
  if (stored !== undefined && address !== undefined) return <img src={address} alt={words} />;
  return (
    <>
      <Icon name={stored === undefined ? 'camera' : 'check'} />
      <p>{stored === undefined ? (field.placeholder ?? field.word('photo.empty')) : field.word('photo.stored')}</p>
    </>
  );
});

/** How far the sending has come, said aloud when it ends. */
const Status = observer(function Status({ field, state, onRetry }: { field: FieldHandle; state: UploadState; onRetry: () => void }) {
  const { texts } = useEngine();
  if (state.stage === 'sending') {
    return (
      <div className="photo-status">
        <output>{field.word('photo.sending')}</output>
        <progress className="photo-progress" max={1} value={state.fraction} aria-label={field.word('photo.sending')} />
      </div>
    );
  }
  if (state.stage === 'waiting') {
    return (
      <output className="photo-status" data-tone="waiting">
        <Icon name="clock" />
        <span>{field.word('photo.waiting')}</span>
        <Button tone="quiet" icon="refresh" onClick={onRetry}>
          {field.word('photo.retry')}
        </Button>
      </output>
    );
  }
  if (state.stage === 'failed') {
    const retry = state.code !== 'cameraRefused' && state.code !== 'photoProblem';
    return (
      <div className="photo-status" data-tone="danger" role="alert">
        <Icon name="alert" />
        <span>{texts.t([`common.widgets.photo.${state.code}`, `errors.${state.code}`, 'common.widgets.photo.failed'])}</span>
        {retry && (
          <Button tone="quiet" icon="refresh" onClick={onRetry}>
            {field.word('photo.retry')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <output className="photo-status" data-tone="success">
      {state.stage === 'done' && (
        <>
          <Icon name="check" />
          {field.word('photo.done')}
        </>
      )}
    </output>
  );
});
