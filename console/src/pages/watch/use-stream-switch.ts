/** Turns on the stream that the page needs: both images of every change. */
import { useState } from 'react'
import { useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Client } from '../../api/client.js'

export interface StreamSwitch {
  readonly isBusy: boolean
  readonly fault?: unknown
  /** A stream of another kind has to end first. */
  readonly enable: (hasOther: boolean) => void
}

const settleMs = 300

export function useStreamSwitch(table: string): StreamSwitch {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const enable = async (hasOther: boolean) => {
    setBusy(true)
    setFault(undefined)
    try {
      if (hasOther) {
        await setStream(client, table, { StreamEnabled: false })
      }
      await setStream(client, table, {
        StreamEnabled: true,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      })
    } catch (error) {
      setFault(error)
    } finally {
      await changed(table)
      setBusy(false)
    }
  }
  return { isBusy, fault, enable: (hasOther) => void enable(hasOther) }
}

async function setStream(
  client: Client,
  table: string,
  StreamSpecification: {
    readonly StreamEnabled: boolean
    readonly StreamViewType?: 'NEW_AND_OLD_IMAGES'
  },
): Promise<void> {
  await client.call('dynamodb', 'UpdateTable', { TableName: table, StreamSpecification })
  for (;;) {
    const { Table } = await client.call('dynamodb', 'DescribeTable', { TableName: table })
    if (Table?.TableStatus === 'ACTIVE') return
    await new Promise((resolve) => setTimeout(resolve, settleMs))
  }
}
