import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEngine } from '../engine-context.tsx';
import type { FieldHandle } from '../form/types.ts';
import { FileUpload } from './fileUpload.ts';

/** A waiting file is stored under the path of its field, but paths inside a list change. */
const isInList = ({ path }: FieldHandle): boolean => /\/\d+\//.test(path);

/**
 * The upload of the field's file. It stops when the field unmounts.
 *
 * @param show receives a file of an earlier visit, or undefined when the answer changes elsewhere
 */
export function useUpload(field: FieldHandle<{ purpose: string }>, show: (file: Blob | undefined) => void): FileUpload {
  const { form, path, queued, value } = field;
  const engine = useEngine();
  // The handle changes when the item of a list moves, also during an upload.
  const latest = useRef({ field, show });
  useLayoutEffect(() => void (latest.current = { field, show }), [field, show]);
  const [upload] = useState(
    () =>
      new FileUpload({
        engine: isInList(field) ? { upload: (...file) => engine.upload(...file) } : engine,
        name: `${form}${path.replaceAll('/', '.')}`,
        purpose: field.options.purpose,
        queued,
        answer: (answer) => latest.current.field.set(answer),
      }),
  );
  useEffect(() => upload.start(latest.current.field.value, (file) => latest.current.show(file)), [upload]);
  useEffect(() => {
    if (upload.gave(value)) return;
    upload.leave();
    latest.current.show(undefined);
  }, [upload, value]);
  return upload;
}
