/**
 * A deployment of a global table that is killed in the middle, and one whose data is restored from a copy: nothing that
 * a client was promised is missing afterwards, except what nobody else had seen.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf } from '../support/client.js'
import { until } from '../support/until.js'
import {
  itemsOf,
  key,
  keyedByText,
  link,
  put,
  regions,
  replicate,
  untilEqual,
  type Pair,
  type Side,
} from './linked-pair.js'

const TableName = 'carts'

/** The other side as it is after it has started again, on another port. */
function restarted({ there }: Pair, { url }: ServerProcess): Side {
  there.client.sdk.destroy()
  there.client.streams.destroy()
  there.line.leadTo(Number(new URL(url).port))
  return { client: clientOf({ url }, { ...key, region: regions[1] }), line: there.line }
}

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-links-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const start = (folder: string) => startServerProcess({ args: ['--data-dir', folder] })

describe('a deployment that shares a global table', () => {
  it('goes on where it was after it is killed', () =>
    withFolder(async (folder) => {
      await using source = await startServerProcess({ args: ['--in-memory'] })
      const killed = await start(folder)
      const pair = await link(source, killed)
      const { here, there } = pair
      await here.client.ask('CreateTable', { TableName, ...keyedByText })
      await replicate(pair, TableName)
      for (let n = 0; n < 20; n++) await put(there, TableName, `there ${n}`, n)
      for (let n = 0; n < 200; n++) {
        if (n === 100) process.kill(killed.pid, 'SIGKILL')
        await put(here, TableName, `here ${n}`, n)
      }
      await using again = await start(folder)
      const now: Pair = { ...pair, there: restarted(pair, again) }
      const items = await untilEqual(now, TableName)
      assert.equal(items.split(' ').filter((word) => word.includes('=')).length, 220)
      pair.close()
      now.there.client.sdk.destroy()
    }))

  it('gets back from others what its restored data lacks', () =>
    withFolder(async (folder) => {
      const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
      await using source = await startServerProcess({ args: ['--in-memory'] })
      const first = await start(data)
      const pair = await link(source, first)
      await pair.here.client.ask('CreateTable', { TableName, ...keyedByText })
      await replicate(pair, TableName)
      await put(pair.there, TableName, 'before', 1)
      await untilEqual(pair, TableName)
      await first.stop()
      await cp(data, copy, { recursive: true })
      const second = await start(data)
      const later: Pair = { ...pair, there: restarted(pair, second) }
      for (let n = 0; n < 10; n++) await put(later.there, TableName, `lost ${n}`, n)
      await until(
        async () => (await itemsOf(pair.here, TableName)).includes('lost 9=9'),
        () => 'the last item does not arrive',
      )
      await second.stop()
      await rm(data, { recursive: true })
      await cp(copy, data, { recursive: true })
      await using third = await start(data)
      const restored: Pair = { ...pair, there: restarted(later, third) }
      await put(restored.there, TableName, 'after', 2)
      const items = await untilEqual(restored, TableName)
      assert.match(items, /^after=2 before=1 lost 0=0 .* lost 9=9$/)
      pair.close()
      restored.there.client.sdk.destroy()
    }))
})
