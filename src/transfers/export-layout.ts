/** The names of an export's objects, as AWS gives them. */
import { createHash } from 'node:crypto'
import { ticketOf } from '../jobs/long-job.js'
import type { ExportRecord } from './export-details.js'

export interface ExportLayout {
  readonly started: string
  readonly summary: string
  readonly files: string
  /**
   * The data file with this number. The same for whoever writes it, so that a file that is written
   * again replaces what was left of it.
   */
  data(number: number): string
}

export function exportLayout(record: ExportRecord): ExportLayout {
  const { destination, extent, format } = record.details
  const ticket = ticketOf(record)
  const root = `${prefixOf(destination.prefix)}AWSDynamoDB`
  const folder = `${root}/${ticket}`
  // AWS: all incremental exports share a folder.
  const data = extent.kind === 'full' ? `${folder}/data` : `${root}/data`
  const ending = format === 'ION' ? 'ion.gz' : 'json.gz'
  return {
    started: `${folder}/_started`,
    summary: `${folder}/manifest-summary.json`,
    files: `${folder}/manifest-files.json`,
    data: (number) => `${data}/${fileName(`${record.id}/${number}`)}.${ending}`,
  }
}

/** AWS: kept as sent; a slash at its end is not doubled. */
function prefixOf(prefix: string | undefined): string {
  if (prefix === undefined || prefix === '') return ''
  return prefix.endsWith('/') ? prefix : `${prefix}/`
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const nameLength = 26

function fileName(seed: string): string {
  const digest = createHash('sha256').update(seed).digest()
  return Array.from(digest.subarray(0, nameLength), (byte) => letters[byte & 31]).join('')
}

/** The object with the checksum of a manifest. AWS's guide calls it otherwise. */
export function checksumKey(manifest: string): string {
  return manifest.replace(/json$/, 'md5')
}
