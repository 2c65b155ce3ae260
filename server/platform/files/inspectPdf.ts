import { parentPort, workerData } from 'node:worker_threads';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';

export interface Inspection {
  problem?: 'fileActive' | 'fileUnreadable';
  pages: number;
}

/** Keys that hold scripts, embedded files, or forms with scripts (ISO 32000-2: 7.11.4, 12.6.4, 12.7.8, 13.7). */
const activeKeys = new Set(['JS', 'JavaScript', 'EF', 'EmbeddedFiles', 'XFA', 'RichMediaContent', 'RichMediaSettings']);
/** Actions (`S`) and annotations (`Subtype`) that run, open or send something. Links to web pages stay allowed. */
const activeNames = new Set(
  'JavaScript Launch GoToE GoToR ImportData SubmitForm Rendition RichMediaExecute Movie Sound Screen RichMedia 3D FileAttachment'.split(
    ' ',
  ),
);

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFStream) return isActive(object.dict);
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  if (!(object instanceof PDFDict)) return false;
  return object.entries().some(([key, value]) => {
    const name = key.decodeText();
    if (activeKeys.has(name)) return true;
    if ((name === 'S' || name === 'Subtype') && value instanceof PDFName && activeNames.has(value.decodeText())) return true;
    return isActive(value);
  });
}

async function inspect(bytes: Uint8Array): Promise<Inspection> {
  try {
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false, preserveXFA: true });
    const pages = document.getPageCount();
    const objects = document.context.enumerateIndirectObjects();
    return { pages, ...(objects.some(([, object]) => isActive(object)) ? { problem: 'fileActive' } : {}) };
  } catch {
    // Damaged, encrypted or nested too deeply.
    return { problem: 'fileUnreadable', pages: 0 };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(await inspect(workerData as Uint8Array));
