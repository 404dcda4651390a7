/** Reads two tables to their ends and compares them by key. */
import { useRef, useState } from 'react'
import type { Client } from '../../api/client.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'
import { TableDifference, type DifferenceCounts, type ItemDifference } from './difference.js'

export interface Comparison {
  readonly state: 'idle' | 'runs' | 'done' | 'failed' | 'stopped' | 'too-large'
  readonly itemsRead: number
  readonly counts?: DifferenceCounts
  readonly listed: readonly ItemDifference[]
  readonly fault?: unknown
}

const idle: Comparison = { state: 'idle', itemsRead: 0, listed: [] }

export function useComparison() {
  const { client } = useWorkspace()
  const [comparison, setComparison] = useState<Comparison>(idle)
  const control = useRef(new AbortController())

  const compare = async (first: string, second: string, keyNames: readonly string[]) => {
    control.current.abort()
    control.current = new AbortController()
    const { signal } = control.current
    const difference = new TableDifference(keyNames)
    let itemsRead = 0
    const tell = (state: Comparison['state'], more: Partial<Comparison> = {}) => {
      const { counts, listed } = difference
      setComparison({ state, itemsRead, counts, listed, ...more })
    }
    tell('runs')
    try {
      for await (const items of allItems(client, first, signal)) {
        difference.addFirst(items)
        itemsRead += items.length
        if (difference.isFull) return tell('too-large')
        tell('runs')
      }
      for await (const items of allItems(client, second, signal)) {
        difference.addSecond(items)
        itemsRead += items.length
        tell('runs')
      }
      difference.finish()
      tell('done')
    } catch (fault) {
      tell(signal.aborted ? 'stopped' : 'failed', { fault })
    }
  }
  return {
    comparison,
    compare: (first: string, second: string, keyNames: readonly string[]) =>
      void compare(first, second, keyNames),
    stop: () => control.current.abort(),
  }
}

async function* allItems(
  client: Client,
  table: string,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  let start: Item | undefined
  do {
    const input = { TableName: table, ...(start !== undefined && { ExclusiveStartKey: start }) }
    const { Items = [], LastEvaluatedKey } = await client.call('dynamodb', 'Scan', input, {
      signal,
    })
    yield Items
    start = LastEvaluatedKey
  } while (start !== undefined)
}
