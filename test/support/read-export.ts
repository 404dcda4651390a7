/**
 * Reads an export as other programs do: the summary names the list of files, which names the data
 * files. Checks every checksum on the way.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Json } from './client.js'

/** Returns the content of an object; rejects if there is none. */
export type FetchObject = (key: string) => Promise<Buffer>

export interface ExportRead {
  readonly summary: Json
  readonly files: readonly ExportFileRead[]
  /** Of all files. */
  readonly lines: readonly string[]
}

export interface ExportFileRead {
  readonly key: string
  readonly itemCount: number
  readonly lines: readonly string[]
}

export async function readExport(fetch: FetchObject, summaryKey: string): Promise<ExportRead> {
  const summary = JSON.parse(await checkedText(fetch, summaryKey)) as Json
  const list = await checkedText(fetch, summary['manifestFilesS3Key'] as string)
  const entries = list.split('\n').filter((line) => line !== '')
  const files: ExportFileRead[] = []
  for (const entry of entries) files.push(await readFile(fetch, JSON.parse(entry) as Json))
  const lines = files.flatMap((file) => file.lines)
  assert.equal(summary['itemCount'], lines.length)
  return { summary, files, lines }
}

async function checkedText(fetch: FetchObject, key: string): Promise<string> {
  const content = await fetch(key)
  const checksum = await fetch(key.replace(/json$/, 'md5'))
  assert.equal(checksum.toString(), md5(content).toString('base64'), key)
  return content.toString()
}

async function readFile(fetch: FetchObject, entry: Json): Promise<ExportFileRead> {
  const key = entry['dataFileS3Key'] as string
  const content = await fetch(key)
  const digest = md5(content)
  assert.equal(entry['md5Checksum'], digest.toString('base64'), key)
  assert.equal(entry['etag'], `${md5(digest).toString('hex')}-1`, key)
  const lines = gunzipSync(content)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  assert.equal(entry['itemCount'], lines.length, key)
  return { key, itemCount: lines.length, lines }
}

function md5(content: Uint8Array): Buffer {
  return createHash('md5').update(content).digest()
}

/** The items of a full export in DynamoDB JSON. */
export function itemsOf({ lines }: ExportRead): readonly Json[] {
  return lines.map((line) => (JSON.parse(line) as { Item: Json }).Item)
}
