import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CodeRequest } from '../../code/request.js'
import { useWorkspace } from '../../frame/workspace.js'
import { gridPixelsMax } from '../../grid/limits.js'
import { useRowHeight } from '../../grid/use-row-height.js'
import { ItemsReader } from './items-reader.js'
import type { SendRead } from './read-page.js'

/** A reader for as long as the page shows one table. */
export function useItemsReader() {
  const { client } = useWorkspace()
  const rowHeight = useRowHeight()
  const reader = useMemo(() => {
    const send: SendRead = (request, signal) => {
      const { operation, input } = request as CodeRequest & { readonly operation: 'Query' | 'Scan' }
      return client.call('dynamodb', operation, input, { signal })
    }
    const rowsMax = Math.floor(gridPixelsMax / rowHeight) - 2
    return new ItemsReader({ send, now: () => performance.now(), rowsMax })
  }, [client, rowHeight])
  useEffect(() => {
    // Nobody sees what a hidden tab reads.
    const hide = () => {
      if (document.hidden && reader.state().isReadingAll) reader.stop()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      reader.stop()
    }
  }, [reader])
  return [reader, useSyncExternalStore(reader.subscribe, reader.state)] as const
}
