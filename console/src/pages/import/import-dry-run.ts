/** Reads whole files and writes nothing: how many items, what is wrong, what is there already. */
import type { Client } from '../../api/client.js'
import { readSource } from '../../editor/item-source.js'
import type { RunControl } from '../../editor/run-control.js'
import { keyText, type TableKeys } from '../../editor/table-keys.js'
import type { Item } from '../../values/attribute-value.js'
import type { NamedFile } from './file-text.js'
import { lookedUpKeysMax, rememberedKeysMax, shownProblemsMax } from './limits.js'
import { readItems, type ReadingOptions } from './read-items.js'

export interface ImportProblem {
  readonly source: string
  readonly message: string
}

export interface ImportDryRun {
  readonly items: number
  /** Deletions of an incremental export, which are not imported. */
  readonly deletions: number
  readonly problemCount: number
  readonly problems: readonly ImportProblem[]
  /** Keys that stand in the files more than once: the last one counts. */
  readonly doubles: number
  /** Of the first keys: how many were looked up, how many the table has. */
  readonly lookedUp: number
  readonly existing: number
}

export interface DryRunOptions {
  readonly files: readonly NamedFile[]
  readonly reading: ReadingOptions
  readonly client: Client
  readonly keys: TableKeys
  readonly control: RunControl
  readonly onProgress: (soFar: ImportDryRun) => void
}

const shownEvery = 1000

export async function dryRunImport(options: DryRunOptions): Promise<ImportDryRun> {
  const { files, reading, client, keys, control, onProgress } = options
  let items = 0
  let deletions = 0
  let problemCount = 0
  let doubles = 0
  const problems: ImportProblem[] = []
  const seen = new Set<string>()
  const first: Item[] = []
  const soFar = (existing = 0): ImportDryRun => ({
    items,
    deletions,
    problemCount,
    problems: [...problems],
    doubles,
    lookedUp: first.length,
    existing,
  })
  for (const file of files) {
    for await (const record of readItems(file, reading)) {
      if (control.isStopped) return soFar()
      if ('problem' in record) {
        problemCount += 1
        if (problems.length < shownProblemsMax) {
          problems.push({ source: record.source, message: record.problem })
        }
      } else if ('deleted' in record) deletions += 1
      else {
        items += 1
        const text = keyText(keys, record.item)
        if (seen.has(text)) doubles += 1
        else {
          if (seen.size < rememberedKeysMax) seen.add(text)
          if (first.length < lookedUpKeysMax) first.push(record.item)
        }
      }
      if ((items + problemCount) % shownEvery === 0) onProgress(soFar())
    }
  }
  let existing = 0
  for await (const page of readSource({ kind: 'selection', itemKeys: first }, { client, keys })) {
    existing += page.length
  }
  return soFar(existing)
}
