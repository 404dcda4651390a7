/**
 * What `gramme backup` writes beside the backups of the tables: which of them belong together. A file, and
 * its SHA-256 in another, which is written last. Several runs can share a place.
 */
import { keyIn, readFileIn, sha256Of, writeFileIn, type BackupPlace } from './backup-place.js'
import { DamagedBackup } from './damaged-backup.js'
import { manifestBytesMax } from './limits.js'

/** No account has this name. */
const serversFolder = '_servers'
const sumSuffix = '.sha256'
const formatName = 'gramme-server-backup'
const formatVersion = 1

export interface BackedUpTable {
  readonly account: string
  readonly region: string
  readonly name: string
  readonly folder: string
  readonly manifestSha256: string
  readonly itemCount: number
  readonly itemBytes: number
}

export interface ServerManifest {
  /** Names the run; the backups of its tables have it too. */
  readonly ticket: string
  readonly createdAtMs: number
  readonly tables: readonly BackedUpTable[]
}

export async function writeServerManifest(
  place: BackupPlace,
  manifest: ServerManifest,
): Promise<void> {
  const known = { format: formatName, version: formatVersion, ...manifest }
  const text = Buffer.from(`${JSON.stringify(known, null, 1)}\n`)
  const file = `${manifest.ticket}.json`
  await writeFileIn(place, keyIn(place, serversFolder, file), text)
  const sum = Buffer.from(`${sha256Of(text)}  ${file}\n`)
  await writeFileIn(place, keyIn(place, serversFolder, `${file}${sumSuffix}`), sum)
}

/** The tickets of all runs that were finished, the oldest first. */
export async function serverBackups(place: BackupPlace): Promise<readonly string[]> {
  const prefix = keyIn(place, serversFolder, '')
  const ending = `.json${sumSuffix}`
  const tickets: string[] = []
  for (let after: string | undefined; ;) {
    const options = { prefix, entriesMax: 1000, ...(after !== undefined && { after }) }
    const page = await place.store.list(place.bucket, options)
    const names = page.objects.map(({ key }) => key.slice(prefix.length))
    const sums = names.filter((name) => name.endsWith(ending))
    tickets.push(...sums.map((name) => name.slice(0, -ending.length)))
    if (page.next === undefined) return tickets
    after = page.next
  }
}

export async function readServerManifest(
  place: BackupPlace,
  ticket: string,
): Promise<ServerManifest> {
  const folder = serversFolder
  const file = `${ticket}.json`
  const sumFile = `${file}${sumSuffix}`
  const sum = await readFileIn(place, { folder, file: sumFile, bytesMax: 1024 })
  const text = await readFileIn(place, { folder, file, bytesMax: manifestBytesMax })
  if (sum.toString() !== `${sha256Of(text)}  ${file}\n`) {
    throw new DamagedBackup(folder, `${file} does not match its checksum`)
  }
  const manifest = JSON.parse(text.toString()) as ServerManifest & {
    format: string
    version: number
  }
  if (manifest.format !== formatName || manifest.version !== formatVersion) {
    throw new DamagedBackup(folder, `${file} has a form that is not known`)
  }
  return manifest
}
