/** Workers that hang, and workers that die as often as they are replaced. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deathsMax } from '../../src/server/workers/limits.js'
import { clientOf, testCredentials } from '../support/client.js'
import { childrenOf } from '../support/processes.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { startTeam } from './team.js'

/** Seen from `dist/test/workers/`. */
const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

describe('a worker that hangs', () => {
  it('is replaced, while the other one serves and nothing that was acknowledged is lost', async () => {
    const team = await startTeam()
    try {
      const TableName = await team.client.createTable(partitionOnly())
      const [hanging] = team.pids()
      process.kill(hanging!, 'SIGSTOP')
      // Whoever met it gives up and connects again; later connections go to the other one.
      const acknowledged: string[] = []
      for (let n = 0; n < 20; n++) {
        const client = clientOf(team.server, testCredentials)
        const pk = `item ${n}`
        const put = client.ask('PutItem', { TableName, Item: { pk: { S: pk } } })
        const answered = await Promise.race([put.then(() => true), delay(1_000, false)])
        if (answered) acknowledged.push(pk)
        else put.catch(() => undefined)
        client.sdk.destroy()
        client.streams.destroy()
      }
      assert.ok(acknowledged.length >= 10, `${acknowledged.length} of 20 were served`)
      await until(
        () => !team.pids().includes(hanging!),
        () => `the worker that hangs is still there: ${team.server.said()}`,
      )
      await team.whole()
      for (const pk of acknowledged) {
        const { Item } = await team.client.ask('GetItem', { TableName, Key: { pk: { S: pk } } })
        assert.deepEqual(Item, { pk: { S: pk } })
      }
    } finally {
      await team.stop()
    }
  })
})

describe('a worker that is killed', () => {
  it('leaves no connection open that was on its way to it', async () => {
    const team = await startTeam()
    try {
      const [killed] = team.pids()
      process.kill(killed!, 'SIGSTOP')
      const { hostname, port } = new URL(team.server.url)
      // They stay open, so that both workers get some, however many connections each had before.
      const sockets = Array.from({ length: 20 }, () => ask(Number(port), hostname))
      const isAnswered = (socket: Socket): boolean => socket.bytesRead > 0
      await until(
        () => sockets.some(isAnswered),
        () => `the other worker does not answer: ${team.server.said()}`,
      )
      process.kill(killed!, 'SIGKILL')
      await until(
        () => sockets.every((socket) => socket.closed || isAnswered(socket)),
        () => 'a connection is neither answered nor closed',
      )
      assert.ok(!sockets.every(isAnswered), 'no connection was on its way')
      for (const socket of sockets) socket.destroy()
    } finally {
      await team.stop()
    }
  })
})

function ask(port: number, hostname: string): Socket {
  const socket = connect(port, hostname)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket.resume()
}

describe('workers that die again and again', () => {
  it('end their server, which says so by its exit code', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-dying-'))
    const args = [program, 'start', '--port', '0', '--workers', '2', '--data-dir', dataDir]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
    }
    let kills = 0
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    await until(
      () => {
        for (const pid of isOver() ? [] : childrenOf(child.pid!)) {
          process.kill(pid, 'SIGKILL')
          kills++
        }
        return isOver()
      },
      () => `after ${kills} kills: ${said}`,
    )
    const [code] = (await exited) as [number | null]
    assert.equal(code, 74, said)
    assert.ok(kills >= deathsMax, `${kills} kills`)
    await rm(dataDir, { recursive: true, force: true })
  })
})
