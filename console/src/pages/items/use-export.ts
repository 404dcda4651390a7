import { useState } from 'react'
import { countOf } from '../../design/format.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { exportResults } from './export-results.js'
import type { ItemsReader } from './items-reader.js'
import type { ResultForm } from './result-files.js'

/** Exports of the query that is on the screen; `count` is undefined while none runs. */
export function useExport(table: string, reader: ItemsReader) {
  const { client } = useWorkspace()
  const toast = useToasts()
  const [count, setCount] = useState<number>()
  const start = (form: ResultForm, columns: readonly string[]) => {
    const { request } = reader.state()
    if (request === undefined || count !== undefined) return
    setCount(0)
    exportResults(
      (each, signal) =>
        client.call('dynamodb', each.operation as 'Query' | 'Scan', each.input, { signal }),
      {
        request,
        form,
        columns,
        name: table,
        signal: new AbortController().signal,
        onProgress: setCount,
      },
    )
      .then(
        ({ items, leftOut }) => toast({ text: doneWords(items, leftOut) }),
        (error: unknown) => {
          const isCancelled = error instanceof DOMException && error.name === 'AbortError'
          if (!isCancelled) toast({ text: String(error), tone: 'danger' })
        },
      )
      .finally(() => setCount(undefined))
  }
  return { count, start }
}

function doneWords(items: number, leftOut: readonly string[]): string {
  const done = `Exported ${countOf(items, 'item')}.`
  if (leftOut.length === 0) return done
  return `${done} Without columns for ${leftOut.join(', ')}: these were not loaded before.`
}
