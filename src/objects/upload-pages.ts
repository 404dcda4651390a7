/** Lists of uploads and of their parts, in order and in pages. */
import { compareStrings } from '../model/set-order.js'
import { invalidPart } from './object-names.js'
import type {
  ListedUpload,
  NamedPart,
  PartListOptions,
  PartPage,
  UploadedPart,
  UploadListOptions,
  UploadPage,
} from './object-store.js'

export function pageOfParts(parts: readonly UploadedPart[], options: PartListOptions): PartPage {
  const { after = 0, entriesMax } = options
  const rest = parts
    .filter(({ partNumber }) => partNumber > after)
    .sort((a, b) => a.partNumber - b.partNumber)
  return { parts: rest.slice(0, entriesMax), more: rest.length > entriesMax }
}

export function pageOfUploads(
  uploads: readonly ListedUpload[],
  { prefix = '', after, entriesMax }: UploadListOptions,
): UploadPage {
  const rest = uploads
    .filter(({ key }) => key.startsWith(prefix))
    .filter((upload) => after === undefined || compareUploads(upload, after) > 0)
    .sort(compareUploads)
  return { uploads: rest.slice(0, entriesMax), more: rest.length > entriesMax }
}

type Place = Pick<ListedUpload, 'key' | 'id'>

function compareUploads(a: Place, b: Place): number {
  return compareStrings(a.key, b.key) || compareStrings(a.id, b.id)
}

/** Throws if the part that was uploaded is not the one that is named. */
export function choosePart(named: NamedPart, etag: string | undefined): void {
  if (etag === undefined || etag !== named.etag) throw invalidPart()
}
