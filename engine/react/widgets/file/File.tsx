import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { type FileType, fileTypes } from '../../../config/fileTypes.ts';
import { largestFileMb } from '../../../config/largestFile.ts';
import { type FileDetails, useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { asJpeg, readPicture } from '../photo/shrink.ts';
import { FileInput } from '../../upload/FileInput.tsx';
import { UploadStatus } from '../../upload/UploadStatus.tsx';
import { useUpload } from '../../upload/useUpload.ts';
import { waitingName } from '../../waitingFiles.ts';

interface Options {
  purpose: string;
  types: readonly FileType[];
  maxMb?: number;
  maxPages?: number;
}

const bytesPerMb = 1024 * 1024;
/** Large enough to read a photographed page. */
const maxEdgePx = 2400;

/** A file from the device. Type and size are checked before the upload, everything else on the server. */
export const FileField = observer(function FileField({ field }: { field: FieldHandle<Options> }) {
  const { types, maxMb = largestFileMb } = field.options;
  const [chosen, setChosen] = useState<Blob>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(field, setChosen);
  const stored = useDetails(chosen ? undefined : field.value);
  const filled = chosen !== undefined || typeof field.value === 'string';

  const send = (file: Blob) => void upload.send(typeOf(file) === 'photo' ? shrunk(file) : file);
  const take = (file: File) => {
    const type = typeOf(file);
    if (type !== 'unknown' && !types.some((each) => each === type)) return upload.fail('fileType');
    if (type !== 'photo' && file.size > maxMb * bytesPerMb) return upload.fail('fileTooLarge');
    upload.begin();
    setChosen(file);
    send(file);
  };
  const remove = () => {
    upload.remove();
    setChosen(undefined);
    // The focused button disappears with the file.
    requestAnimationFrame(() => document.getElementById(`${field.id}-choose`)?.focus());
  };

  return (
    <div className="file">
      {filled ? (
        <p className="file-name">
          <Icon name="document" />
          <span>{nameOf(chosen) ?? stored?.name ?? field.word('file.stored')}</span>
        </p>
      ) : (
        <p className="field-hint">{limitsOf(field)}</p>
      )}
      <UploadStatus widget="file" field={field} state={upload.state} onRetry={() => chosen && send(chosen)} />
      {!field.locked && (
        <div className="photo-actions">
          <Button
            id={`${field.id}-choose`}
            icon="document"
            tone={filled || !field.required ? 'secondary' : 'primary'}
            aria-describedby={field.describedBy}
            onClick={() => input.current?.click()}
          >
            {field.word(filled ? 'file.replace' : 'file.choose')}
          </Button>
          {filled && (
            <Button icon="close" tone="quiet" onClick={remove}>
              {field.word('file.remove')}
            </Button>
          )}
        </div>
      )}
      <FileInput inner={input} field={field} accept={types.map((type) => fileTypes[type]).join(',')} onChoose={take} />
    </div>
  );
});

const nameOf = (file: Blob | undefined): string | undefined => (file instanceof File ? file.name : undefined);

/** The type that the device claims. Some devices claim none. The server decides by the content. */
function typeOf({ type }: Blob): FileType | 'unknown' | 'other' {
  if (type === '') return 'unknown';
  if (type.startsWith('image/')) return 'photo';
  return type === fileTypes.pdf ? 'pdf' : 'other';
}

async function shrunk(file: Blob): Promise<Blob> {
  const jpeg = await asJpeg(await readPicture(file, maxEdgePx), undefined);
  return new File([jpeg], nameOf(file) ?? '', { type: jpeg.type });
}

function limitsOf(field: FieldHandle<Options>): string {
  const { types, maxMb = largestFileMb, maxPages } = field.options;
  const limits = field.word('file.limits', { types: types.map((type) => field.word(`file.${type}`)).join(', '), mb: maxMb });
  return maxPages === undefined ? limits : `${limits}, ${field.word('file.pages', { count: maxPages })}`;
}

/** Details of the stored file that is the answer. */
function useDetails(answer: unknown): FileDetails | undefined {
  const { fileDetails } = useEngine();
  const [details, setDetails] = useState<FileDetails>();
  const fileId = typeof answer === 'string' && waitingName(answer) === undefined ? answer : undefined;
  useEffect(() => {
    let wanted = fileId !== undefined;
    if (fileId !== undefined) {
      fileDetails?.(fileId).then(
        (found) => wanted && setDetails(found),
        () => undefined,
      );
    }
    return () => {
      wanted = false;
      setDetails(undefined);
    };
  }, [fileId, fileDetails]);
  return details;
}
