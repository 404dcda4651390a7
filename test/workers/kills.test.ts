/**
 * Kills workers at random moments while clients write, then their supervisor: the port answers all the time, what was
 * acknowledged is there, and nobody is left behind.
 */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { verify } from '../crash/server-process.js'
import { Writer } from '../crash/writer.js'
import { chanceOf, seed } from '../support/chance.js'
import { newTableName, type Client } from '../support/client.js'
import { isRunning } from '../support/processes.js'
import { indexed } from '../support/tables.js'
import { until } from '../support/until.js'
import { startTeam } from './team.js'

const kills = 5
const writers = 6
const writingMsMax = 400

/** A client that sends nothing any more once it was stopped. */
function stoppable(client: Client) {
  let isStopped = false
  const call: Client['call'] = (operation, body) =>
    isStopped ? Promise.reject(new Error('stopped')) : client.call(operation, body)
  return { client: { ...client, call }, stop: () => (isStopped = true) }
}

/** Opens connections until it is stopped. Resolves with the codes of those that the port did not take. */
function probe(url: string) {
  let isStopped = false
  const refused: string[] = []
  const run = async (): Promise<readonly string[]> => {
    while (!isStopped) {
      const { hostname, port } = new URL(url)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(void socket.destroy()))
        socket.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') refused.push(error.code)
          resolve()
        })
      })
      await delay(10)
    }
    return refused
  }
  const ran = run()
  return {
    async stop() {
      isStopped = true
      return ran
    },
  }
}

describe(`workers killed at random moments (seed ${seed})`, () => {
  it('lose nothing that was acknowledged, and the port stays open', async (test) => {
    test.diagnostic(`GRAMME_SEED=${seed}`)
    const chance = chanceOf(seed)
    const team = await startTeam(['--log-level', 'silent'])
    const table = newTableName('kills')
    await team.client.ask('CreateTable', { TableName: table, ...indexed })
    await team.client.untilActive(table)
    const all = Array.from(
      { length: writers },
      (_, n) => new Writer(`writer-${n}`, table, chanceOf(seed + n + 1)),
    )
    const acknowledged = (): number => all.reduce((sum, writer) => sum + writer.acknowledged, 0)
    const probing = probe(team.server.url)
    for (let kill = 0; kill < kills; kill++) {
      const before = acknowledged()
      const { client, stop } = stoppable(team.client)
      const writing = all.map((writer) => writer.writeUntilGone(client))
      await delay(chance() * writingMsMax)
      await until(
        () => acknowledged() > before,
        () => 'the clients did not write',
      )
      const pids = team.pids()
      process.kill(pids[Math.floor(chance() * pids.length)]!, 'SIGKILL')
      await delay(chance() * writingMsMax)
      stop()
      await Promise.all(writing)
      await team.whole()
      for (const writer of all) await writer.check(team.client)
    }
    assert.deepEqual(await probing.stop(), [])

    const left = team.pids()
    process.kill(team.server.pid, 'SIGKILL')
    await until(
      () => !left.some(isRunning),
      () => 'workers outlive their supervisor',
    )
    const next = await startTeam([], team.dataDir)
    for (const writer of all) await writer.check(next.client)
    await next.server.stop()
    await verify(team.dataDir)
    await rm(team.dataDir, { recursive: true, force: true })
    test.diagnostic(`${acknowledged()} writes were acknowledged and found`)
  })
})
